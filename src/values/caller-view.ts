import type { Api, Example, Field, Json, Name, Namespace, Struct, Type, Union } from "../ir/api.js";
import { isPrimitive } from "../ir/kinds.js";
import { Lookup } from "../ir/walk.js";
import { exampleDoesNotFit, type Note } from "../exports/notes/catalogue.js";
import { findMismatch } from "./mismatch.js";
import { isObject } from "../ir/is-object.js";

/** The view that some callers have of an API. */
export interface CallerView {
  /** The API without hidden fields and tags, with only those examples that these callers may see. No field or tag is marked as `Omitted`. */
  readonly api: Api;
  /** Notes about examples that are omitted because readers would reject them. */
  readonly notes: readonly Note[];
}

/**
 * Returns the view of callers with the given permissions, such as `["internal"]`; callers without permissions see fewer
 * fields and tags (OUT-5). Examples are reduced to the visible fields, and omitted if readers then reject them (OUT-6). The
 * readers of a package without bigints reject integers that a number would round.
 */
export function callerView(api: Api, callers: readonly string[], hasBigints = true): CallerView {
  const notes: Note[] = [];
  const lazy = lazyCallerView(api, callers, hasBigints, (note) => notes.push(note));
  const namespaces = lazy.namespaces.map((namespace, index) => {
    const own = api.namespaces[index]?.types ?? [];
    return withTypes(
      namespace,
      namespace.types.map((type, at) => {
        const { examples, fields } = type;
        const before = own[at];
        return before?.fields === fields && examples === before.examples ? before : { ...type };
      }),
    );
  });
  return { api: { ...lazy, namespaces }, notes };
}

/**
 * Returns the API of {@link callerView}, but processes examples on first use, so that a server can respond soon after its
 * start. `report` receives a note for each omitted example.
 */
export function lazyCallerView(
  api: Api,
  callers: readonly string[],
  hasBigints: boolean,
  report: (note: Note) => void,
): Api {
  const all = new Lookup(api);
  const isHidden = ({ omittedCaller }: Field): boolean =>
    omittedCaller !== undefined && !callers.includes(omittedCaller);
  const projected: Api = {
    stoneCfg: api.stoneCfg,
    namespaces: api.namespaces.map((namespace) =>
      withTypes(
        namespace,
        namespace.types.map((type) => visibleType(type, all, isHidden)),
      ),
    ),
  };
  const lookup = new Lookup(projected);
  const projection = new Projection(all, isHidden);
  const namespaces = projected.namespaces.map((namespace) =>
    withTypes(
      namespace,
      namespace.types.map((type) => {
        let shown: readonly Example[] | undefined;
        return {
          ...type,
          get examples() {
            return (shown ??= shownExamples(type, namespace, lookup, projection, report, hasBigints));
          },
        };
      }),
    ),
  );
  return { ...projected, namespaces };
}

/** Returns the part of a value that callers without permissions see; undefined if the value has a hidden tag. */
export function publicValue(json: Json, type: Type, lookup: Lookup): Json | undefined {
  return new Projection(lookup, ({ omittedCaller }) => omittedCaller !== undefined).project(json, type);
}

/** Returns a copy of a namespace with other types. Members are listed explicitly, because `NamespaceData` defines them as getters of the prototype, which `...` does not copy. */
function withTypes(namespace: Namespace, types: Namespace["types"]): Namespace {
  const { name, doc, imports, annotationTypes, annotations, aliases, routes } = namespace;
  return { name, doc, imports, annotationTypes, annotations, aliases, types, routes };
}

type IsHidden = (field: Field) => boolean;

function visibleType<T extends Struct | Union>(type: T, all: Lookup, isHidden: IsHidden): T {
  const isPlain = type.fields.every(({ omittedCaller, default: value }) => {
    return omittedCaller === undefined && (typeof value !== "object" || value === null);
  });
  return isPlain
    ? type
    : {
        ...type,
        fields: type.fields.flatMap((field) => (isHidden(field) ? [] : [visibleField(field, all, isHidden)])),
      };
}

/** Returns a field without `Omitted`, and with the default that readers fill in for these callers. */
function visibleField(field: Field, all: Lookup, isHidden: IsHidden): Field {
  const visible = field.omittedCaller === undefined ? field : { ...field, omittedCaller: undefined };
  const { default: value } = field;
  if (typeof value !== "object" || value === null) {
    return visible;
  }
  const tag = all.field(value.union, value.tag);
  if (tag === undefined || !isHidden(tag.field)) {
    return visible;
  }
  return { ...visible, default: all.isOpen(value.union) ? { ...value, tag: "other" } : undefined };
}

function shownExamples(
  { name, examples }: Struct | Union,
  namespace: Namespace,
  lookup: Lookup,
  projection: Projection,
  report: (note: Note) => void,
  hasBigints: boolean,
): readonly Example[] {
  const type: Type = { kind: "ref", namespace: namespace.name, name };
  const shown = examples.flatMap((example) => {
    const value = projection.project(example.value, type);
    if (value === undefined) {
      return [];
    }
    const mismatch = findMismatch(value, type, lookup, false, hasBigints);
    if (mismatch !== undefined) {
      const { path, problem } = mismatch;
      report(exampleDoesNotFit(`${namespace.name}.${name}`, example.label, path, problem));
      return [];
    }
    return [value === example.value ? example : { ...example, value }];
  });
  const areAll = shown.length === examples.length && shown.every((one, index) => one === examples[index]);
  return areAll ? examples : shown;
}

type Members = Readonly<Record<string, Json>>;

/** Removes hidden members from values. */
class Projection {
  readonly #all: Lookup;
  readonly #isHidden: IsHidden;

  constructor(all: Lookup, isHidden: IsHidden) {
    this.#all = all;
    this.#isHidden = isHidden;
  }

  /** Returns the value without hidden fields; the same object if it has none, and undefined if it has a hidden tag. */
  project(json: Json, type: Type): Json | undefined {
    if (isPrimitive(type)) {
      return json;
    }
    switch (type.kind) {
      case "nullable":
        return this.project(json, type.of);
      case "list":
        return Array.isArray(json) ? this.#list(json, type.of) : json;
      case "map":
        return isObject(json) ? this.#members(json, () => type.value) : json;
      case "ref":
        return this.#named(json, type);
      case "void":
        return json;
    }
  }

  #list(items: readonly Json[], of: Type): Json | undefined {
    const projected = items.map((item) => this.project(item, of));
    if (projected.every((item, index) => item === items[index])) {
      return items;
    }
    return projected.every((item) => item !== undefined) ? projected : undefined;
  }

  #named(json: Json, name: Name): Json | undefined {
    const definition = this.#all.definition(name);
    if (definition.kind === "alias") {
      return this.project(json, definition.alias.type);
    }
    const tag = isObject(json) ? json[".tag"] : json;
    if (definition.kind === "union") {
      const field = this.#all.field(name, tag)?.field;
      return field === undefined ? json : this.#isHidden(field) ? undefined : this.#variant(json, field);
    }
    const subtype = definition.subtypes?.tags.find((one) => one.name === tag);
    return this.#fields(json, subtype?.type ?? name);
  }

  #variant(json: Json, tag: Field): Json | undefined {
    const struct = this.#all.plainStruct(this.#all.withoutNull(tag.type));
    if (struct !== undefined) {
      return this.#fields(json, struct.name);
    }
    return isObject(json) ? this.#members(json, (name) => (name === tag.name ? tag.type : undefined)) : json;
  }

  #fields(json: Json, struct: Name): Json | undefined {
    if (!isObject(json)) {
      return json;
    }
    const fields = new Map(this.#all.allFields(struct).map(({ field }) => [field.name, field]));
    const hidden = Object.keys(json).filter((name) => {
      const field = fields.get(name);
      return field !== undefined && this.#isHidden(field);
    });
    const visible =
      hidden.length === 0 ? json : Object.fromEntries(Object.entries(json).filter(([name]) => !hidden.includes(name)));
    return this.#members(visible, (name) => fields.get(name)?.type);
  }

  #members(json: Members, typeOf: (name: string) => Type | undefined): Json | undefined {
    const entries = Object.entries(json).map(([name, member]) => {
      const type = typeOf(name);
      return [name, type === undefined ? member : this.project(member, type)] as const;
    });
    if (entries.every(([name, member]) => member === json[name])) {
      return json;
    }
    return entries.every((entry): entry is readonly [string, Json] => entry[1] !== undefined)
      ? Object.fromEntries(entries)
      : undefined;
  }
}
