import type { FieldShape, Shape, Shapes, UnionShape } from "./shape.js";
import type { JsonPath } from "./value-at.js";
import { isObject } from "../codecs/composites.js";

/** A change of one value inside JSON, which probably makes the JSON invalid; only a decoder can tell. */
export interface Mistake {
  readonly path: JsonPath;
  /** The path, with `[]` and `{}` in place of the indexes of lists and the keys of maps: `entries.[].name`. */
  readonly place: string;
  /** The kind of the mistake, such as `too long`. */
  readonly kind: string;
  /** The new value at the path; undefined removes the member or item. */
  readonly value: unknown;
  /** Whether the Python runtime of Stone accepts the value. */
  readonly isLenient?: true;
}

/** Returns all single mistakes that can be made in JSON of a shape. */
export function mistakesIn(json: unknown, root: Shape, shapes: Shapes): Mistake[] {
  const finder = new MistakeFinder(shapes);
  finder.visit(json, root, { path: [], place: "" });
  return finder.found;
}

interface Where {
  readonly path: JsonPath;
  readonly place: string;
}

/** A kind of mistake, an invalid value of that kind, and whether Stone's Python runtime accepts the value. */
type WrongValue = readonly [kind: string, value: unknown, isLenient?: true];

class MistakeFinder {
  readonly found: Mistake[] = [];
  readonly #shapes: Shapes;

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
  }

  visit(json: unknown, declared: Shape, where: Where): void {
    const shape = this.#resolve(declared);
    if (json === null && shape.kind !== "void") {
      return;
    }
    if (declared.kind !== "nullable" && shape.kind !== "void") {
      this.#add(where, ["null", null]);
    }
    switch (shape.kind) {
      case "void":
        return this.#add(where, ["number as null", 7]);
      case "boolean":
        return this.#add(where, ["boolean as text", String(json)], ["boolean as number", json === true ? 1 : 0]);
      case "integer":
        return this.#add(where, ...wrongIntegers(json as number | bigint, shape));
      case "float":
        return this.#add(where, ...wrongFloats(json as number, shape));
      case "text":
        return this.#add(where, ...otherTypes(String(json)), ...wrongLengths(String(json), shape));
      case "texts":
        return this.#add(
          where,
          ...otherTypes(String(json)),
          ...wrongLengths(String(json), shape),
          ...otherPatterns(String(json)),
        );
      case "map-key":
        return;
      case "timestamp":
        return this.#add(where, ...wrongTimes(String(json)));
      case "bytes":
        return this.#add(where, ...wrongBytes(String(json)));
      case "list":
        return this.#list(json as readonly unknown[], shape, where);
      case "map":
        return this.#map(json as Readonly<Record<string, unknown>>, shape, where);
      case "struct":
        this.#add(where, ["list as object", []], ["number as object", 7]);
        return this.#struct(json, shape.fields, where);
      case "union":
        return this.#union(json, shape, where);
      case "nullable":
      case "ref":
        return;
    }
  }

  /** Returns the shape to which references resolve, without `nullable`. */
  #resolve(shape: Shape): Shape {
    if (shape.kind === "nullable") {
      return this.#resolve(shape.of);
    }
    const target = shape.kind === "ref" ? this.#shapes[shape.name] : undefined;
    return target === undefined ? shape : this.#resolve(target);
  }

  #add({ path, place }: Where, ...values: readonly WrongValue[]): void {
    for (const [kind, value, isLenient] of values) {
      this.found.push({ path, place, kind, value, ...(isLenient && { isLenient }) });
    }
  }

  #list(items: readonly unknown[], { of, min, max }: Extract<Shape, { kind: "list" }>, where: Where): void {
    const [first] = items;
    this.#add(where, ["object as list", {}], ["text as list", "a"]);
    if (min > 0) {
      this.#add(where, ["too few items", items.slice(0, min - 1)]);
    }
    if (max !== undefined && max <= longestList && first !== undefined) {
      const more = Array.from({ length: max + 1 - items.length }, () => first);
      this.#add(where, ["too many items", [...items, ...more]]);
    }
    items.forEach((item, index) => this.visit(item, of, inside(where, index, "[]")));
  }

  #map(json: Readonly<Record<string, unknown>>, { key, of }: Extract<Shape, { kind: "map" }>, where: Where): void {
    this.#add(where, ["list as map", []]);
    const entries = Object.entries(json);
    const [first, ...rest] = entries;
    if (first !== undefined) {
      const [name, member] = first;
      const keys = [
        ...(key.kind === "text" || key.kind === "texts" ? wrongLengths(name, key) : []),
        ...(key.kind === "texts" ? otherPatterns(name) : []),
      ];
      for (const [kind, text] of keys) {
        this.#add(where, [`key ${kind}`, Object.fromEntries([...rest, [String(text), member]])]);
      }
    }
    entries.forEach(([name, member]) => this.visit(member, of, inside(where, name, "{}")));
  }

  #struct(json: unknown, fields: readonly FieldShape[], where: Where): void {
    const members = isObject(json) ? json : {};
    this.#add(inside(where, "no_such_field"), ["unknown field", 1]);
    for (const { name, of, isOptional, hasDefault } of fields) {
      if (Object.hasOwn(members, name)) {
        const place = inside(where, name);
        if (isOptional !== true && hasDefault !== true) {
          this.#add(place, ["missing field", undefined]);
        }
        this.visit(members[name], of, place);
      }
    }
  }

  #union(json: unknown, { variants }: UnionShape, where: Where): void {
    this.#add(where, ["list as object", []], ["number as object", 7]);
    if (!isObject(json)) {
      return this.#add(where, ["unknown tag", "no_such_tag"]); // a bare tag
    }
    this.#add(inside(where, ".tag"), ["unknown tag", "no_such_tag"], ["missing tag", undefined], ["number as tag", 7]);
    const variant = variants.find(({ tag }) => tag === json[".tag"]);
    if (variant === undefined) {
      return;
    }
    const { tag, of, isFlat } = variant;
    if (of === undefined) {
      return this.#add(inside(where, "no_such_field"), ["unknown field", 1]);
    }
    const inner = this.#resolve(of);
    if (isFlat === true && inner.kind === "struct") {
      return this.#struct(json, inner.fields, where);
    }
    const place = inside(where, tag);
    if (of.kind !== "nullable") {
      this.#add(place, ["missing value", undefined]);
    }
    if (Object.hasOwn(json, tag)) {
      this.visit(json[tag], of, place);
    }
  }
}

function inside({ path, place }: Where, key: string | number, shown = String(key)): Where {
  return { path: [...path, key], place: place === "" ? shown : `${place}.${shown}` };
}

/** The maximum lengths of the strings and lists that mistakes create. */
const longestText = 20_000;
const longestList = 2_000;

function wrongIntegers(
  value: number | bigint,
  { min, max }: Extract<Shape, { kind: "integer" }>,
): readonly WrongValue[] {
  const exact = (limit: bigint): number | bigint => (Number.isSafeInteger(Number(limit)) ? Number(limit) : limit);
  return [
    ...wrongNumbers(value),
    ["fraction", Number(value) + 0.5],
    ["too small", exact(BigInt(min) - 1n)],
    ["too large", exact(BigInt(max) + 1n)],
  ];
}

function wrongFloats(value: number, { min, max }: Extract<Shape, { kind: "float" }>): readonly WrongValue[] {
  // Near the limits of the type itself, adding or subtracting 1 does not change a number.
  return [
    ...wrongNumbers(value),
    ...(min - 1 < min ? [["too small", min - 1] as const] : []),
    ...(max + 1 > max ? [["too large", max + 1] as const] : []),
  ];
}

function wrongNumbers(value: number | bigint): readonly WrongValue[] {
  return [
    ["number as text", String(value)],
    ["boolean as number", true, true],
    ["list as number", []],
  ];
}

function otherTypes(text: string): readonly WrongValue[] {
  return [
    ["number as text", 7],
    ["boolean as text", true],
    ["list as text", [text]],
    ["object as text", {}],
  ];
}

function wrongLengths(
  text: string,
  { min = 0, max = Infinity }: { readonly min?: number; readonly max?: number },
): readonly WrongValue[] {
  const characters = [...text];
  const last = characters.at(-1) ?? "a";
  const short = characters.slice(0, Math.max(0, min - 1)).join("");
  return [
    ...(min > 0 ? [["too short", short] as const] : []),
    ...(max < longestText ? [["too long", text + last.repeat(max + 1 - characters.length)] as const] : []),
  ];
}

/** Returns variations of a string that matches a pattern, which programs that check the pattern incorrectly may accept. */
function otherPatterns(text: string): readonly WrongValue[] {
  const [first = "", ...rest] = text;
  const middle = text.length >> 1;
  return [
    ["pattern, without its first character", rest.join("")],
    ["pattern, with a character more at the end", `${text}!`],
    ["pattern, with a line break at the end", `${text}\n`],
    ["pattern, with a space before it", ` ${text}`],
    ["pattern, in capital letters", text.toUpperCase()],
    ["pattern, in small letters", text.toLowerCase()],
    ["pattern, with another first character", `${first === "~" ? "!" : "~"}${rest.join("")}`],
    ["pattern, with a character in the middle", `${text.slice(0, middle)}\u0000${text.slice(middle)}`],
    ["pattern, empty", ""],
  ];
}

function wrongTimes(text: string): readonly WrongValue[] {
  return [
    ["number as time", 1_500_000_000],
    ["no time", "yesterday"],
    ["impossible time", text.replace(/\d/g, "9")],
    ["more than a time", `${text} and more`],
    ["empty time", ""],
  ];
}

function wrongBytes(text: string): readonly WrongValue[] {
  return [
    ["number as bytes", 7],
    ["no Base64", "*"],
    ["no padding", text.replace(/=+$/, ""), true],
  ];
}
