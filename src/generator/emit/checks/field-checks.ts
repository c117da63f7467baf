import { binary, call, conditional, literal, member, notation, type Expression } from "../../code/tree/expression.js";
import type { Context } from "../../facts/context.js";
import type { Field, Name, Type, Value } from "../../../ir/api.js";
import { findMismatch } from "../../../values/mismatch.js";
import { takesMode } from "./check-mode.js";
import { fieldsObject, mode, undefinedValue, value, type ChecksModule } from "./checks-module.js";
import { fieldPlace, type Place } from "./place.js";
import type { ValueChecks } from "./value-checks.js";

/** Creates the expressions that check the fields of objects. A missing field gets its default. */
export class FieldChecks {
  readonly #module: ChecksModule;
  readonly #values: ValueChecks;
  readonly #context: Context;

  constructor(module: ChecksModule, values: ValueChecks, context: Context) {
    this.#module = module;
    this.#values = values;
    this.#context = context;
  }

  /** Returns the expression that is true if the caller has a permission. */
  permits(caller: string): Expression {
    return call(this.#module.runtime("permits"), mode, literal(caller));
  }

  /** Whether the code that copies a field uses the mode. */
  looksAtMode(field: Field): boolean {
    const isRestricted = field.omittedCaller !== undefined || field.redactor !== undefined;
    const hasDefault = (field.default ?? undefined) !== undefined;
    const isOptional = this.#mayBeMissing(field) && !this.needsCondition(field);
    const type = this.#context.lookup.withoutNull(field.type);
    return isRestricted || hasDefault || isOptional || takesMode(type, this.#context);
  }

  /** Whether the code for a field needs a conditional expression. */
  needsCondition(field: Field): boolean {
    return this.#mayBeMissing(field) && this.#checkOfMissing(field, value) === undefined;
  }

  #mayBeMissing(field: Field): boolean {
    return (field.default ?? undefined) !== undefined || this.#context.lookup.isNullable(field.type);
  }

  /** Returns the expression for the checked value of a field, its default, or undefined. */
  check(field: Field, owner: Name, floats: "float" | "plain"): Expression {
    const { lookup, naming } = this.#context;
    const read = this.#fieldAccess(field.name);
    const place = fieldPlace(owner, field.name, this.#module.namespace, naming);
    const type = lookup.withoutNull(field.type);
    const isNullable = lookup.isNullable(field.type);
    const byFunction = this.#checkOfMissing(field, read);
    if (byFunction !== undefined) {
      return byFunction;
    }
    const plain = this.#hasRefusedDefault(field, type)
      ? this.#checkUnlessDefault(field, type, read, place)
      : this.#values.check(type, read, place);
    const check = this.#values.redacted(plain, field.redactor, type, read, floats === "float");
    if (field.default !== undefined && field.default !== null) {
      const byDefault = call(this.#module.runtime("unset"), mode, this.#defaultValue(field.default, type));
      const given = isNullable ? conditional(binary(read, "===", literal(null)), undefinedValue, check) : check;
      return conditional(binary(read, "===", undefinedValue), byDefault, given);
    }
    return isNullable ? conditional(binary(read, "==", literal(null)), undefinedValue, check) : check;
  }

  /** Returns the call that checks a field that may be missing; undefined if a conditional expression is needed instead. */
  #checkOfMissing(field: Field, read: Expression): Expression | undefined {
    const { lookup } = this.#context;
    const type = lookup.withoutNull(field.type);
    const check = this.#values.existingFunction(type);
    if (!this.#mayBeMissing(field) || field.redactor !== undefined || check === undefined) {
      return undefined;
    }
    if (field.default === undefined || field.default === null) {
      return call(this.#module.runtime("optional"), read, check, mode);
    }
    const isPlain =
      !lookup.isNullable(field.type) &&
      !this.#isDate(type) &&
      !this.#hasRefusedDefault(field, type) &&
      !this.#hasHiddenDefault(field, type);
    return isPlain
      ? call(this.#module.runtime("withDefault"), read, check, mode, this.#defaultValue(field.default, type))
      : undefined;
  }

  #fieldAccess(field: string): Expression {
    return field in Object.prototype
      ? call(this.#module.runtime("own"), fieldsObject, literal(field))
      : member(fieldsObject, field);
  }

  /** Whether the check of a field rejects the field's default: Stone accepts more values, and a number may not represent the default exactly. */
  #hasRefusedDefault({ default: byDefault }: Field, type: Type): boolean {
    const { lookup, options } = this.#context;
    return (
      !this.#isDate(type) &&
      byDefault !== undefined &&
      byDefault !== null &&
      typeof byDefault !== "object" &&
      findMismatch(byDefault, type, lookup, true, options.int64 === "bigint") !== undefined
    );
  }

  #isDate(type: Type): boolean {
    const { lookup, options } = this.#context;
    return options.timestamps === "date" && lookup.withoutAliases(type).kind === "timestamp";
  }

  /** Returns the check of a field that rejects its default. Encoding omits the field if the value is the default. */
  #checkUnlessDefault(field: Field, type: Type, read: Expression, place: Place): Expression {
    const byDefault = this.#defaultValue(field.default ?? null, type);
    return call(this.#module.runtime("unlessDefault"), read, mode, this.#values.asFunction(type, place), byDefault);
  }

  #defaultValue(byDefault: Value, type: Type): Expression {
    if (typeof byDefault === "object" && byDefault !== null) {
      return this.#defaultTag(byDefault.tag, type);
    }
    const { options, lookup } = this.#context;
    const bare = lookup.withoutAliases(type);
    if (is64Bits(bare.kind) && options.int64 === "bigint") {
      return notation(`${String(byDefault)}n`);
    }
    if (bare.kind === "timestamp" && this.#isDate(bare)) {
      // No `Date` represents a string that does not match the format, so the check reports the field as missing.
      return findMismatch(byDefault, bare, lookup, true) === undefined
        ? this.#values.timestamp(bare.format, literal(byDefault))
        : call(this.#module.runtime("withoutDefault"), mode, literal("a timestamp"));
    }
    return typeof byDefault === "bigint" ? nearestNumber(byDefault) : literal(byDefault);
  }

  /** Returns the expression for a tag as a default. Callers that may not see the tag read `other`; for a closed union, the check reports the field as missing. */
  #defaultTag(tag: string, type: Type): Expression {
    const shown = literal({ ".tag": tag });
    const caller = this.#callerOfTag(tag, type);
    if (caller === undefined) {
      return shown;
    }
    const union = this.#context.lookup.withoutAliases(type);
    const isOpen = union.kind === "ref" && this.#context.lookup.isOpen(union);
    const hidden = isOpen ? literal({ ".tag": "other" }) : call(this.#module.runtime("withoutDefault"), mode);
    return conditional(this.permits(caller), shown, hidden);
  }

  #hasHiddenDefault({ default: value }: Field, type: Type): boolean {
    return typeof value === "object" && value !== null && this.#callerOfTag(value.tag, type) !== undefined;
  }

  /** Returns the only caller that may see a tag of a union; undefined if all callers may see it. */
  #callerOfTag(tag: string, type: Type): string | undefined {
    const { lookup } = this.#context;
    const union = lookup.withoutAliases(type);
    return union.kind === "ref" ? lookup.field(union, tag)?.field.omittedCaller : undefined;
  }
}

/** Returns the number nearest to a 64-bit integer, in a notation that does not look exact. */
function nearestNumber(integer: bigint): Expression {
  return notation(Number(integer).toExponential().replace("e+", "e"));
}

function is64Bits(kind: Type["kind"]): boolean {
  return kind === "int64" || kind === "uint64";
}
