import type { Field, Json, Name, NumberType, StringType, Type } from "../ir/api.js";
import { isNumberType } from "../ir/kinds.js";
import type { Lookup } from "../ir/walk.js";
import { matchesWhole } from "../patterns/match.js";
import { isAcceptedTimestamp } from "../patterns/timestamps/timestamp-problem.js";
import { isPaddedBase64 } from "./base64.js";
import { isFloat, limitsOf } from "./limits.js";
import { isObject } from "../ir/is-object.js";

/** The place where a value does not match its type, such as `entries[0].size`, and the reason, as a clause. */
export interface Mismatch {
  readonly path: string;
  readonly problem: string;
}

class Misfit extends Error {
  readonly path: string;
  constructor(path: string, problem: string) {
    super(problem);
    this.path = path;
  }
}

/**
 * Returns where and why readers reject a value; undefined if they accept it. The API must have no hidden fields. Strict
 * readers, such as servers, also reject unknown fields and tags, and the tag `other`; readers without bigints reject
 * integers that a number would round.
 */
export function findMismatch(
  json: Json,
  type: Type,
  lookup: Lookup,
  strict: boolean,
  hasBigints = true,
): Mismatch | undefined {
  try {
    new Reader(lookup, strict, hasBigints).check(json, type, "");
    return undefined;
  } catch (thrown) {
    if (thrown instanceof Misfit) {
      return { path: thrown.path, problem: thrown.message };
    }
    throw thrown;
  }
}

type Members = Readonly<Record<string, Json>>;

class Reader {
  readonly #lookup: Lookup;
  readonly #strict: boolean;
  readonly #hasBigints: boolean;

  constructor(lookup: Lookup, strict: boolean, hasBigints: boolean) {
    this.#lookup = lookup;
    this.#strict = strict;
    this.#hasBigints = hasBigints;
  }

  /** Throws a `Misfit` if the value does not match the type. */
  check(json: Json, type: Type, path: string): void {
    if (isNumberType(type)) {
      return this.#number(json, type, path);
    }
    switch (type.kind) {
      case "void":
        return this.#need(json === null || !this.#strict, path, "a type without values has one");
      case "boolean":
        return this.#need(typeof json === "boolean", path, "it is not a boolean");
      case "bytes":
        return this.#need(typeof json === "string" && isPaddedBase64(json), path, "it is not padded Base64");
      case "string":
        return this.#string(json, type, path);
      case "timestamp":
        return this.#timestamp(json, type.format, path);
      case "nullable":
        return json === null ? undefined : this.check(json, type.of, path);
      case "list": {
        const { of, minItems = 0, maxItems = Infinity } = type;
        if (!Array.isArray(json)) {
          throw new Misfit(path, "it is not a list");
        }
        this.#need(minItems <= json.length && json.length <= maxItems, path, `it has ${json.length} items`);
        return json.forEach((item: Json, index) => this.check(item, of, `${path}[${index}]`));
      }
      case "map":
        return Object.entries(object(json, path)).forEach(([key, value]) => {
          this.#string(key, type.key, inside(path, key));
          this.check(value, type.value, inside(path, key));
        });
      case "ref":
        return this.#named(json, type, path);
      default:
        return type satisfies never;
    }
  }

  #need(isFine: boolean, path: string, problem: string): void {
    if (!isFine) {
      throw new Misfit(path, problem);
    }
  }

  #number(json: Json, type: NumberType, path: string): void {
    if (typeof json !== "number" && typeof json !== "bigint") {
      throw new Misfit(path, "it is not a number");
    }
    const { min, max } = limitsOf(type);
    const isWhole = typeof json === "bigint" || Number.isInteger(json);
    this.#need(isFloat(type) ? Number.isFinite(Number(json)) : isWhole, path, `${json} is no ${type.kind}`);
    this.#need(min <= json && json <= max, path, `${json} is out of range`);
    this.#need(
      this.#hasBigints || isFloat(type) || Number.isSafeInteger(Number(json)),
      path,
      `${json} is beyond ±${Number.MAX_SAFE_INTEGER}, and 64-bit integers are numbers`,
    );
  }

  #string(json: Json, { minLength = 0, maxLength = Infinity, pattern = "" }: StringType, path: string): void {
    if (typeof json !== "string") {
      throw new Misfit(path, "it is not a string");
    }
    const { length } = [...json];
    this.#need(minLength <= length && length <= maxLength, path, `it has ${length} characters`);
    this.#need(pattern === "" || matchesWhole(pattern, json), path, `the pattern ${pattern} does not match it`);
  }

  #timestamp(json: Json, format: string, path: string): void {
    const isAccepted = typeof json === "string" && isAcceptedTimestamp(format, json);
    this.#need(isAccepted, path, `it is not a timestamp of the format ${format}`);
  }

  #named(json: Json, name: Name, path: string): void {
    const definition = this.#lookup.definition(name);
    if (definition.kind === "alias") {
      this.check(json, definition.alias.type, path);
    } else if (definition.kind === "union") {
      this.#union(json, name, path);
    } else if (definition.subtypes === undefined) {
      this.#struct(json, name, path);
    } else {
      const members = object(json, path);
      const tag = tagOf(members, path);
      const subtype = definition.subtypes.tags.find((one) => one.name === tag);
      const isKnown = subtype !== undefined || (!this.#strict && !definition.subtypes.closed);
      this.#need(isKnown, path, `there is no subtype '${tag}'`);
      this.#fields(members, subtype?.type ?? name, path);
    }
  }

  #struct(json: Json, name: Name, path: string): void {
    if (json !== null || !this.#lookup.needsNothing(name)) {
      this.#fields(object(json, path), name, path);
    }
  }

  #fields(members: Members, name: Name, path: string): void {
    const fields = this.#lookup.allFields(name);
    for (const { field } of fields) {
      const value = own(members, field.name);
      if (value !== undefined) {
        this.check(value, field.type, inside(path, field.name));
      } else {
        this.#need(this.#mayBeAbsent(field), path, `the field '${field.name}' is missing`);
      }
    }
    if (this.#strict) {
      const known = new Set([".tag", ...fields.map(({ field }) => field.name)]);
      const other = Object.keys(members).find((key) => !known.has(key));
      this.#need(other === undefined, path, `there is no field '${other ?? ""}'`);
    }
  }

  #mayBeAbsent(field: Field): boolean {
    const struct = this.#lookup.plainStruct(field.type);
    const isEmpty = struct !== undefined && this.#lookup.needsNothing(struct.name);
    return field.default !== undefined || this.#lookup.isNullable(field.type) || isEmpty;
  }

  #union(json: Json, name: Name, path: string): void {
    const members: Members = typeof json === "string" ? { ".tag": json } : object(json, path);
    const tag = tagOf(members, path);
    const field = this.#lookup.field(name, tag)?.field;
    if (field === undefined || field.catchAll) {
      return this.#need(!this.#strict && this.#lookup.isOpen(name), path, `there is no tag '${tag}' to be sent`);
    }
    const others = Object.keys(members).filter((key) => key !== ".tag" && key !== tag);
    const value = own(members, tag);
    const bare = this.#lookup.withoutAliases(field.type);
    if (bare.kind === "void") {
      return this.#need(
        !this.#strict || (others.length === 0 && (value ?? null) === null),
        path,
        `'${tag}' has no value`,
      );
    }
    if (this.#lookup.plainStruct(this.#lookup.withoutNull(field.type)) !== undefined) {
      const isNull = bare.kind === "nullable" && Object.keys(members).every((key) => key === ".tag");
      this.#need(isNull || typeof json !== "string", path, `'${tag}' needs a value`);
      return isNull ? undefined : this.check(members, this.#lookup.withoutNull(field.type), path);
    }
    this.#need(others.length === 0, path, `there are other members beside '${tag}'`);
    this.#need(value !== undefined || bare.kind === "nullable", path, `'${tag}' needs a value`);
    return value === undefined ? undefined : this.check(value, field.type, inside(path, tag));
  }
}

function object(json: Json, path: string): Members {
  if (!isObject(json)) {
    throw new Misfit(path, "it is not an object");
  }
  return json;
}

function tagOf(members: Members, path: string): string {
  const tag = own(members, ".tag");
  if (typeof tag !== "string") {
    throw new Misfit(path, "it has no tag");
  }
  return tag;
}

function own(members: Members, name: string): Json | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function inside(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
