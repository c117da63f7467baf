import type { NumberType, Redactor, Type } from "../../../ir/api.js";
import { isNumberType } from "../../../ir/kinds.js";
import { runtimeForm, redactorForm, type Refused } from "../../../patterns/runtime-form.js";
import {
  binary,
  call,
  conditional,
  identifier,
  literal,
  member,
  notation,
  returnStatement,
  type Expression,
} from "../../code/tree/expression.js";
import type { Context } from "../../facts/context.js";
import { hasCheckFunction, isoChecks, takesMode } from "./check-mode.js";
import { mode, value, type ChecksModule } from "./checks-module.js";
import { nameAt, within, type Place } from "./place.js";

/** Creates the expressions that check a value of a type. Functions and constants for a place are named after it. */
export class ValueChecks {
  readonly #module: ChecksModule;
  readonly #context: Context;

  constructor(module: ChecksModule, context: Context) {
    this.#module = module;
    this.#context = context;
  }

  /** Returns the check of a type that may be nullable, where null and undefined become `nothing`. */
  nullable(type: Type, read: Expression, place: Place, nothing: null | undefined): Expression {
    return type.kind === "nullable"
      ? conditional(binary(read, "==", literal(null)), literal(nothing), this.check(type.of, read, place))
      : this.check(type, read, place);
  }

  check(type: Type, read: Expression, place: Place): Expression {
    if (isNumberType(type)) {
      const more = takesMode(type, this.#context) ? [mode] : [];
      const number = call(this.#numberCheck(type.kind), read, ...more);
      return type.min === undefined && type.max === undefined
        ? number
        : call(this.#module.runtime("within"), number, literal(type.min), literal(type.max));
    }
    switch (type.kind) {
      case "boolean":
      case "bytes":
        return call(this.#module.runtime(type.kind), read);
      case "void":
        return call(this.#module.runtime("nothing"), read, mode);
      case "string":
        return this.#string(type, read, place);
      case "timestamp":
        return this.timestamp(type.format, read);
      case "list":
        return call(
          this.#module.runtime("list"),
          read,
          mode,
          this.asFunction(type.of, within(place, "Item")),
          ...trailing(type.minItems, type.maxItems),
        );
      case "map": {
        const isLimited =
          type.key.minLength ?? type.key.maxLength ?? (type.key.pattern === "" ? undefined : type.key.pattern);
        const key = isLimited === undefined ? [] : [this.asFunction(type.key, within(place, "Key"))];
        const values = this.asFunction(type.value, within(place, "Value"));
        return call(this.#module.runtime("map"), read, mode, values, ...key);
      }
      case "nullable":
        return this.nullable(type, read, place, null);
      case "ref":
        return call(this.#module.checkFunction(type), read, ...(takesMode(type, this.#context) ? [mode] : []));
    }
  }

  /** Returns the expression that checks a timestamp in a format. */
  timestamp(format: string, read: Expression): Expression {
    const iso = this.#isoCheck(format);
    const more = this.#hasDates ? [mode] : [];
    return iso === undefined
      ? call(this.#module.runtime(this.#hasDates ? "date" : "timestamp"), read, ...more, literal(format))
      : call(iso, read, ...more);
  }

  get #hasDates(): boolean {
    return this.#context.options.timestamps === "date";
  }

  /** Returns the check for a common format, which keeps the code for other formats out of bundles; undefined for other formats. */
  #isoCheck(format: string): Expression | undefined {
    const check = isoChecks(this.#context.options).get(format);
    return check === undefined ? undefined : this.#module.runtime(check);
  }

  #numberCheck(kind: NumberType["kind"]): Expression {
    const isBigint = this.#context.options.int64 === "bigint";
    switch (kind) {
      case "int64":
        return isBigint ? this.#module.runtime("bigInt64") : this.#module.runtime(kind);
      case "uint64":
        return isBigint ? this.#module.runtime("bigUint64") : this.#module.runtime(kind);
      case "int32":
      case "uint32":
      case "float32":
      case "float64":
        return this.#module.runtime(kind);
    }
  }

  #string(type: Extract<Type, { kind: "string" }>, read: Expression, place: Place): Expression {
    const form = runtimeForm(type.pattern ?? "");
    if (type.minLength === undefined && type.maxLength === undefined && form.kind === "none") {
      return call(this.#module.runtime("string"), read);
    }
    const lengths = [literal(type.minLength), literal(type.maxLength)];
    const specified = literal(type.pattern); // for messages
    switch (form.kind) {
      case "none":
        return call(this.#module.runtime("text"), read, ...lengths);
      case "regexp":
        return call(
          this.#module.runtime("text"),
          read,
          ...lengths,
          this.#pattern(notation(`/${form.source}/u`), place),
          specified,
        );
      case "linear":
        return call(
          this.#module.runtime("textLinear"),
          read,
          ...lengths,
          this.#pattern(literal(form.program), place),
          specified,
        );
      case "refused":
        return notPortable(form);
    }
  }

  /** Declares a pattern as a constant of the module, and returns the constant. */
  #pattern(pattern: Expression, place: Place): Expression {
    const name = nameAt(place, "pattern");
    this.#module.code.share(name, () => ({ kind: "constant", isExported: false, name, value: pattern }));
    return identifier(name);
  }

  /** Returns the function that checks a type with only the value and the mode as arguments; undefined if there is none. */
  existingFunction(type: Type): Expression | undefined {
    if (!hasCheckFunction(type, this.#context.options)) {
      return undefined;
    }
    if (isNumberType(type)) {
      return this.#numberCheck(type.kind);
    }
    switch (type.kind) {
      case "ref":
        return this.#module.checkFunction(type);
      case "void":
        return this.#module.runtime("nothing");
      case "timestamp":
        return this.#isoCheck(type.format);
      case "boolean":
      case "bytes":
      case "string":
        return this.#module.runtime(type.kind);
      case "list":
      case "map":
      case "nullable":
        return undefined;
    }
  }

  /** Returns the check of a type as a function that lists and maps can call: an existing function, or one that is created for this place. */
  asFunction(type: Type, place: Place): Expression {
    const existing = this.existingFunction(type);
    if (existing !== undefined) {
      return existing;
    }
    // A field is checked in every struct that inherits it, but its function is created only once.
    const name = nameAt(place, "check");
    this.#module.code.share(name, () => {
      const body = [returnStatement(this.check(type, value, place))];
      return this.#module.function(name, type, this.#module.type(type), body, false);
    });
    return identifier(name);
  }

  /** Returns an expression that evaluates to the checked value or, in the redacting mode, to the redacted value. */
  redacted(
    check: Expression,
    redactor: Redactor | undefined,
    type: Type,
    read: Expression,
    isFloatField: boolean,
  ): Expression {
    if (redactor === undefined) {
      return check;
    }
    const kind = hashKind(type, isFloatField, this.#context);
    // Only values of type String are searched. Bytes and timestamps are strings only in memory.
    const regex = kind === "opaque" ? undefined : redactor.regex;
    const pattern = regex === undefined || regex === "" ? [] : [searchPattern(regex)];
    const masked =
      redactor.kind === "blot"
        ? call(this.#module.runtime("blot"), read, ...pattern)
        : call(this.#module.runtime("hash"), read, literal(kind), ...pattern);
    return conditional(member(mode, "redacting"), masked, check);
  }
}

/** Returns the limits of a length as trailing arguments. */
function trailing(min: number | undefined, max: number | undefined): Expression[] {
  if (max !== undefined) {
    return [literal(min), literal(max)];
  }
  return min === undefined ? [] : [literal(min)];
}

/**
 * Returns the kind of the values to be hashed; for lists and maps, the kind of their items. The runtime cannot detect the
 * kind, because bytes and timestamps are strings, and whole floats look like integers. A float that is the value of a tag is
 * hashed like other values.
 */
function hashKind(type: Type, isFloatField: boolean, { lookup }: Context): "plain" | "float" | "opaque" {
  const bare = lookup.bare(type);
  const item = bare.kind === "list" ? bare.of : bare.kind === "map" ? bare.value : bare;
  const scalar = lookup.bare(item);
  switch (scalar.kind) {
    case "float32":
    case "float64":
      return isFloatField || bare !== item ? "float" : "plain";
    case "bytes":
    case "timestamp":
    case "list":
    case "map":
      return "opaque";
    case "boolean":
    case "int32":
    case "uint32":
    case "int64":
    case "uint64":
    case "string":
    case "void":
    case "nullable":
    case "ref":
      return "plain";
  }
}

/** Returns the regular expression of a redactor, as a literal. */
function searchPattern(regex: string): Expression {
  const form = redactorForm(regex);
  return notation(`/${form.kind === "refused" ? notPortable(form) : form.source}/u`);
}

/** Throws an Error, because the build must have reported such a pattern earlier, with its position in the specification. */
function notPortable({ problem }: Refused): never {
  throw new Error(`A pattern cannot be generated: ${problem}.`);
}
