import * as diagnostics from "../../text/diagnostics/catalogue.js";
import type { Report } from "../../text/diagnostics/diagnostic.js";
import { nearestName } from "../../text/diagnostics/nearest-name.js";
import type { FloatKind, IntegerKind, Limit, StringType, Type } from "../../ir/api.js";
import type { BuiltinName } from "../../ir/kinds.js";
import type * as ast from "../../syntax/ast.js";
import { checkPattern } from "./patterns.js";
import { spanOnLine } from "./program.js";

interface Range {
  readonly min: bigint;
  readonly max: bigint;
}

/** TYPE-1 */
export const integerRanges: Readonly<Record<IntegerKind, Range>> = {
  int32: { min: -(2n ** 31n), max: 2n ** 31n - 1n },
  uint32: { min: 0n, max: 2n ** 32n - 1n },
  int64: { min: -(2n ** 63n), max: 2n ** 63n - 1n },
  uint64: { min: 0n, max: 2n ** 64n - 1n },
};

/** The maximum of Float32, which is exactly this double (TYPE-5). */
export const float32Max = 3.40282e38;

interface Builtin {
  /** The positional parameters, all of which are required. */
  readonly positional: readonly string[];
  readonly keywords: readonly string[];
}

const bounds = ["min_value", "max_value"];

const builtins = {
  Boolean: { positional: [], keywords: [] },
  Bytes: { positional: [], keywords: [] },
  Int32: { positional: [], keywords: bounds },
  Int64: { positional: [], keywords: bounds },
  UInt32: { positional: [], keywords: bounds },
  UInt64: { positional: [], keywords: bounds },
  Float32: { positional: [], keywords: bounds },
  Float64: { positional: [], keywords: bounds },
  String: { positional: [], keywords: ["min_length", "max_length", "pattern"] },
  Timestamp: { positional: ["fmt"], keywords: [] },
  List: { positional: ["data_type"], keywords: ["min_items", "max_items"] },
  Map: { positional: ["key_data_type", "value_data_type"], keywords: [] },
  Void: { positional: [], keywords: [] },
} satisfies Record<BuiltinName, Builtin>;

export function isBuiltinType(name: string): name is BuiltinName {
  return Object.hasOwn(builtins, name);
}

export function builtinTypeNames(): Iterable<string> {
  return Object.keys(builtins);
}

/** Returns the built-in type for a name from other languages; undefined if there is none. */
export function foreignName(name: string): BuiltinName | undefined {
  return foreignNames.get(name.toLowerCase());
}

const foreignNames: ReadonlyMap<string, BuiltinName> = new Map<string, BuiltinName>([
  ["array", "List"],
  ["binary", "Bytes"],
  ["bool", "Boolean"],
  ["bytearray", "Bytes"],
  ["char", "String"],
  ["date", "Timestamp"],
  ["datetime", "Timestamp"],
  ["dict", "Map"],
  ["double", "Float64"],
  ["float", "Float64"],
  ["int", "Int32"],
  ["integer", "Int64"],
  ["long", "Int64"],
  ["none", "Void"],
  ["number", "Float64"],
  ["set", "List"],
  ["str", "String"],
  ["text", "String"],
  ["time", "Timestamp"],
  ["uint", "UInt32"],
  ["uuid", "String"],
]);

/** An argument, and its resolved value; undefined if it is invalid, which has been reported. */
interface Bound {
  readonly node: ast.Argument;
  readonly value: Type | ast.Literal | undefined;
}

/**
 * Returns the built-in type that a reference names, with its arguments bound (TYPE-3). Undefined, with a report of REF
 * errors, if the arguments are invalid. `resolve` resolves types among the arguments.
 */
export function builtinType(
  ref: ast.TypeRef,
  resolve: (ref: ast.TypeRef) => Type | undefined,
  report: Report,
): Type | undefined {
  const name = ref.name.text;
  if (!isBuiltinType(name)) {
    return undefined;
  }
  const builtin: Builtin = builtins[name];
  const args = (ref.args ?? []).map((node): Bound => ({
    node,
    value: node.value.kind === "type" ? resolve(node.value) : node.value,
  }));
  if (args.some(({ value }) => value === undefined)) {
    return undefined;
  }
  const positional = args.filter(({ node }) => node.keyword === undefined);
  const keywords = args.filter(({ node }) => node.keyword !== undefined);
  if (positional.length < builtin.positional.length) {
    const missing = builtin.positional.slice(positional.length).map((parameter) => parameterText(parameter));
    report(diagnostics.missingTypeArgument(ref.span, name, missing.join(" and ")));
    return undefined;
  }
  if (positional.length > builtin.positional.length) {
    report(diagnostics.tooManyTypeArguments(ref.span, name, builtin.positional.length));
    return undefined;
  }
  const wrong = keywords.filter(({ node }) => !builtin.keywords.includes(node.keyword?.text ?? ""));
  for (const { node } of wrong) {
    const keyword = node.keyword?.text ?? "";
    const span = spanOnLine(ref.span, node.span);
    report(
      builtin.positional.includes(keyword)
        ? diagnostics.positionalByKeyword(span, name, keyword)
        : diagnostics.unknownTypeArgument(span, name, keyword, nearestName(keyword, builtin.keywords)),
    );
  }
  if (wrong.length > 0) {
    return undefined;
  }
  return new Binder(ref, name, positional, keywords, report).bind();
}

function parameterText(parameter: string): string {
  switch (parameter) {
    case "fmt":
      return "a format";
    case "data_type":
      return "the type of its items";
    case "key_data_type":
      return "the type of its keys";
    default:
      return "the type of its values";
  }
}

/** Converts the arguments of one reference to a type. */
class Binder {
  readonly #ref: ast.TypeRef;
  readonly #name: BuiltinName;
  readonly #positional: readonly Bound[];
  readonly #keywords: ReadonlyMap<string, Bound>;
  readonly #report: Report;
  #failed = false;

  constructor(
    ref: ast.TypeRef,
    name: BuiltinName,
    positional: readonly Bound[],
    keywords: readonly Bound[],
    report: Report,
  ) {
    this.#ref = ref;
    this.#name = name;
    this.#positional = positional;
    this.#keywords = new Map(keywords.map((bound) => [bound.node.keyword?.text ?? "", bound]));
    this.#report = report;
  }

  bind(): Type | undefined {
    const type = this.#bind();
    return this.#failed ? undefined : type;
  }

  #bind(): Type | undefined {
    switch (this.#name) {
      case "Boolean":
        return { kind: "boolean" };
      case "Bytes":
        return { kind: "bytes" };
      case "Int32":
        return this.#integer("int32");
      case "Int64":
        return this.#integer("int64");
      case "UInt32":
        return this.#integer("uint32");
      case "UInt64":
        return this.#integer("uint64");
      case "Float32":
        return this.#float("float32");
      case "Float64":
        return this.#float("float64");
      case "String":
        return this.#string();
      case "Timestamp":
        return this.#timestamp();
      case "List":
        return this.#list();
      case "Map":
        return this.#map();
      case "Void":
        return { kind: "void" };
    }
  }

  /** TYPE-4 */
  #integer(kind: IntegerKind): Type {
    const range = integerRanges[kind];
    const min = this.#literal("min_value", "is not an integer", isInteger);
    const max = this.#literal("max_value", "is not an integer", isInteger);
    if (min !== undefined && min < range.min) {
      this.#refuse("min_value", `is less than ${range.min.toString()}, the minimum of the type`);
    }
    if (max !== undefined && max > range.max) {
      this.#refuse("max_value", `is greater than ${range.max.toString()}, the maximum of the type`);
    }
    return {
      kind,
      ...(min === undefined ? {} : { min: limit(min) }),
      ...(max === undefined ? {} : { max: limit(max) }),
    };
  }

  /** TYPE-5 */
  #float(kind: FloatKind): Type {
    const lowest = this.#floatBound("min_value");
    const highest = this.#floatBound("max_value");
    if (lowest === Infinity) {
      this.#refuse("min_value", "excludes every value");
    }
    if (highest === -Infinity) {
      this.#refuse("max_value", "excludes every value");
    }
    // LEX-19: an infinite bound is ignored; JSON has no number for it.
    const min = lowest === -Infinity ? undefined : lowest;
    const max = highest === Infinity ? undefined : highest;
    if (kind === "float32" && min !== undefined && min < -float32Max) {
      this.#refuse("min_value", `is less than ${-float32Max}, the minimum of the type`);
    }
    if (kind === "float32" && max !== undefined && max > float32Max) {
      this.#refuse("max_value", `is greater than ${float32Max}, the maximum of the type`);
    }
    return { kind, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  }

  #floatBound(name: string): number | undefined {
    const isNumber = (value: unknown): value is number | bigint => typeof value === "number" || isInteger(value);
    const value = this.#literal(name, "is not a number", isNumber);
    if (typeof value === "bigint" && !Number.isFinite(Number(value))) {
      this.#refuse(name, "is too large for a floating-point type");
      return undefined;
    }
    return value === undefined ? undefined : Number(value);
  }

  /** TYPE-6, TYPE-7 */
  #string(): StringType {
    const [minLength, maxLength] = this.#sizes("min_length", "max_length");
    const pattern = this.#literal("pattern", "is not a string", isString);
    if (pattern !== undefined) {
      const span = this.#keywords.get("pattern")?.node.value.span ?? this.#ref.span;
      this.#failed ||= !checkPattern({ text: pattern, span }, this.#ref.span, "check", this.#report);
    }
    return {
      kind: "string",
      ...(minLength === undefined ? {} : { minLength }),
      ...(maxLength === undefined ? {} : { maxLength }),
      ...(pattern === undefined ? {} : { pattern }),
    };
  }

  /** TYPE-9 */
  #timestamp(): Type {
    const format = this.#positional[0]?.value;
    if (format?.kind !== "literal" || !isString(format.value)) {
      this.#refuse("format", "is not a string");
      return { kind: "timestamp", format: "" };
    }
    return { kind: "timestamp", format: format.value };
  }

  /** TYPE-10, TYPE-11 */
  #list(): Type | undefined {
    const [minItems, maxItems] = this.#sizes("min_items", "max_items");
    const of = this.#type(0);
    return (
      of && {
        kind: "list",
        of,
        ...(minItems === undefined ? {} : { minItems }),
        ...(maxItems === undefined ? {} : { maxItems }),
      }
    );
  }

  /** TYPE-11, TYPE-12 */
  #map(): Type | undefined {
    const key = this.#type(0);
    const value = this.#type(1);
    if (key !== undefined && key.kind !== "string") {
      this.#report(
        diagnostics.mapKeyType(spanOnLine(this.#ref.span, this.#positional[0]?.node.span ?? this.#ref.span)),
      );
      return undefined;
    }
    return key && value && { kind: "map", key, value };
  }

  #type(index: number): Type | undefined {
    const bound = this.#positional[index];
    if (bound?.value === undefined || bound.value.kind === "literal") {
      this.#report(diagnostics.literalAsType(spanOnLine(this.#ref.span, bound?.node.span ?? this.#ref.span)));
      return undefined;
    }
    return bound.value;
  }

  #sizes(minName: string, maxName: string): [number | undefined, number | undefined] {
    const min = this.#literal(minName, "is not an integer", isInteger);
    const max = this.#literal(maxName, "is not an integer", isInteger);
    if (min !== undefined && min < 0n) {
      this.#refuse(minName, "is negative");
    } else if (max !== undefined && max < 1n) {
      this.#refuse(maxName, "is less than 1");
    } else if (min !== undefined && max !== undefined && max < min) {
      this.#refuse(maxName, `is less than ${minName}`);
    }
    return [min === undefined ? undefined : Number(min), max === undefined ? undefined : Number(max)];
  }

  #literal<T>(name: string, problem: string, fits: (value: unknown) => value is T): T | undefined {
    const value = this.#keywords.get(name)?.value;
    if (value === undefined) {
      return undefined;
    }
    if (value.kind === "literal" && fits(value.value)) {
      return value.value;
    }
    this.#refuse(name, problem);
    return undefined;
  }

  #refuse(name: string, problem: string): void {
    const node = this.#keywords.get(name)?.node ?? this.#positional[0]?.node;
    const span = spanOnLine(this.#ref.span, node?.value.span ?? this.#ref.span);
    this.#report(diagnostics.invalidTypeArgument(span, this.#ref.name.text, name, problem));
    this.#failed = true;
  }
}

function isInteger(value: unknown): value is bigint {
  return typeof value === "bigint";
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

/** Returns the integer as a number if a number can represent it exactly, otherwise as a bigint. */
export function limit(value: bigint): Limit {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
