import type { JsonPath } from "../../../templates/runtime/arbitraries/value-at.js";
import type { Field, Json, Name, Type } from "../../ir/api.js";
import type { Lookup } from "../../ir/walk.js";
import { isObject } from "../../ir/is-object.js";

/** A value inside JSON, with its type. */
export interface Place {
  readonly path: JsonPath;
  /** The path without the indexes of lists and the keys of maps: `entries.[].name`. */
  readonly general: string;
  readonly json: Json;
  /** The type without aliases and `?`. */
  readonly type: Type;
  /** The aliases of the type, the outermost first. */
  readonly aliases: readonly Name[];
  /** The field or tag that contains the value; for an item, that of the list. */
  readonly field: Field | undefined;
  /** The struct or union that declares the field. */
  readonly owner: Name | undefined;
  readonly isNullable: boolean;
  /** Whether the field may be left out. */
  readonly isOptional: boolean;
}

export type Members = Readonly<Record<string, Json>>;

/** Returns the values inside JSON, from the outside in. A value that does not match its type has no inner values. */
export function placesIn(json: Json, type: Type, lookup: Lookup): Place[] {
  const places: Place[] = [];
  new Walk(lookup, places).visit(json, type, {
    path: [],
    general: "",
    field: undefined,
    owner: undefined,
    isOptional: false,
  });
  return places;
}

type Where = Pick<Place, "path" | "general" | "field" | "owner" | "isOptional">;

class Walk {
  readonly #lookup: Lookup;
  readonly #found: Place[];

  constructor(lookup: Lookup, found: Place[]) {
    this.#lookup = lookup;
    this.#found = found;
  }

  visit(json: Json, declared: Type, where: Where): void {
    const aliases: Name[] = [];
    let isNullable = false;
    let type = declared;
    for (;;) {
      if (type.kind === "nullable") {
        isNullable = true;
        type = type.of;
      } else if (type.kind === "ref") {
        const definition = this.#lookup.definition(type);
        if (definition.kind !== "alias") {
          break;
        }
        aliases.push({ namespace: type.namespace, name: type.name });
        type = definition.alias.type;
      } else {
        break;
      }
    }
    this.#found.push({ ...where, json, type, aliases, isNullable });
    if (json !== null) {
      this.#inside(json, type, where);
    }
  }

  #inside(json: Json, type: Type, where: Where): void {
    if (type.kind === "list" && Array.isArray(json)) {
      json.forEach((item: Json, index) =>
        this.visit(item, type.of, { ...where, ...inside(where, index, "[]"), isOptional: false }),
      );
    } else if (type.kind === "map" && isObject(json)) {
      for (const [key, member] of Object.entries(json)) {
        this.visit(member, type.value, { ...where, ...inside(where, key, "{}"), isOptional: true });
      }
    } else if (type.kind === "ref" && isObject(json)) {
      this.#named(json, type, where);
    }
  }

  #named(json: Members, name: Name, where: Where): void {
    const definition = this.#lookup.definition(name);
    if (definition.kind === "alias") {
      return;
    }
    if (definition.kind === "union") {
      return this.#union(json, name, where);
    }
    const subtype = definition.subtypes?.tags.find((tag) => tag.name === json[".tag"]);
    this.#fields(json, subtype?.type ?? name, where);
  }

  #fields(json: Members, name: Name, where: Where): void {
    for (const { field, owner } of this.#lookup.allFields(name)) {
      const member = ownMember(json, field.name);
      if (member !== undefined) {
        const isOptional = field.default !== undefined || this.#lookup.isNullable(field.type);
        this.visit(member, field.type, { ...inside(where, field.name), field, owner, isOptional });
      }
    }
  }

  #union(json: Members, name: Name, where: Where): void {
    const tag = this.#lookup.field(name, json[".tag"]);
    if (tag === undefined) {
      return;
    }
    const struct = this.#lookup.plainStruct(this.#lookup.withoutNull(tag.field.type));
    if (struct !== undefined) {
      this.#fields(json, struct.name, where);
      return;
    }
    const member = ownMember(json, tag.field.name);
    if (member !== undefined) {
      const { field, owner } = tag;
      this.visit(member, field.type, { ...inside(where, field.name), field, owner, isOptional: false });
    }
  }
}

/** Returns the path of a member or an item. */
function inside({ path, general }: Where, key: string | number, shown = String(key)): Pick<Place, "path" | "general"> {
  return { path: [...path, key], general: general === "" ? shown : `${general}.${shown}` };
}

/** Returns an own member of an object. */
export function ownMember(json: Members, name: string): Json | undefined {
  return Object.hasOwn(json, name) ? json[name] : undefined;
}

/** Returns the value at a path; undefined if there is none. */
export function valueAt(json: Json | undefined, path: JsonPath): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => {
    if (Array.isArray(value)) {
      return value[Number(key)] as Json | undefined;
    }
    return isObject(value) ? ownMember(value, String(key)) : undefined;
  }, json);
}
