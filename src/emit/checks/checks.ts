import type { Alias, Field, Name, Namespace, NumberType, Redactor, Struct, Type, Union, Value } from "../../ir/api.js";
import type { OwnedField } from "../../ir/walk.js";
import { runtimeForm } from "../../patterns/runtime-form.js";
import type { NamespaceData } from "../../facts/api-data.js";
import { nameIn, type Context } from "../../facts/context.js";
import { hasCheckFunction, isCheckedUnder, isoChecks, takesMode } from "./check-mode.js";
import type { DividedModule } from "../package/divided-module.js";
import { equalCheck, equalChecks } from "./equal-checks.js";
import { notPortable } from "./not-portable.js";
import { hashKind, searchPattern } from "./redaction.js";
import { flatBody, flatExpression } from "../../code/flat/expression.js";
import type { ModulePart } from "../../code/module.js";
import { exportNames, type FunctionDeclaration } from "../../code/tree/declaration.js";
import {
  binary,
  call,
  cast,
  conditional,
  constant,
  genericCall,
  literal,
  member,
  identifier,
  not,
  notation,
  object,
  property,
  returned,
  spread,
  type Body,
  type Case,
  type Expression,
  type ObjectMember,
} from "../../code/tree/expression.js";
import { neverType, reference, textType, union, unknownType, type TypeNode } from "../../code/tree/type.js";
import { pascalCase } from "../../facts/naming.js";
import { qualifierIn } from "../types/qualifier.js";
import { typeNode } from "../../facts/type-node.js";
import { unnamedPartsIn } from "./unnamed-parts-in.js";
import type { UnnamedPart } from "../../facts/unnamed-parts.js";

/**
 * The maximum number of conditions that one function may have. TypeScript analyses each of them back to the start of the
 * function and gives up at about a thousand.
 */
const mostConditions = 200;

const value = identifier("value");
const mode = identifier("mode");
const tagName = identifier("tag");
const fieldsObject = identifier("fields");
const undefinedValue = literal(undefined);

/** The module with the checks of a namespace's types, which its codecs use. */
export const checks: DividedModule = {
  file: "checks",
  reserved: ["value", "mode", "fields", "tag"],
  locals: declaredChecks,
  emitDefinition: (name, module, context) => {
    if (equalCheck(name, context) === undefined) {
      new ChecksEmitter({ name: name.namespace }, module, context).emitDefinition(name);
    }
  },
  emitRest: (namespace, module, context) => {
    new ChecksEmitter(namespace, module, context).emitRest();
  },
};

/** The name of the check function of a type, in the module of its namespace. */
function checkName(name: Name, context: Context): string {
  return `check${context.naming.type(name)}`;
}

/** The names of the check functions of a module, except those that are created for a single place. */
function declaredChecks(namespace: NamespaceData, context: Context): string[] {
  const { naming, lookup } = context;
  const names = namespace.definitions.map((name) => checkName(name, context));
  const variants = namespace.definitions.flatMap((name) => {
    const definition = lookup.definition(name);
    return definition.kind === "struct"
      ? (definition.subtypes?.tags ?? []).map((tag) => naming.variant(name, tag.name))
      : [];
  });
  const parts = unnamedPartsIn(namespace, context).map(({ route, part }) =>
    naming.routePart(namespace.name, route, part),
  );
  return [...names, ...[...variants, ...parts].map((stem) => `check${stem}`)];
}

/** Emits checks into a module, or into a part of it. */
class ChecksEmitter {
  readonly #namespace: Pick<Namespace, "name">;
  readonly #context: Context;
  readonly #module: ModulePart;

  constructor(namespace: Pick<Namespace, "name">, module: ModulePart, context: Context) {
    this.#namespace = namespace;
    this.#context = context;
    this.#module = module;
  }

  emitDefinition(name: Name): void {
    const definition = this.#context.lookup.definition(name);
    switch (definition.kind) {
      case "alias":
        return this.#alias(definition.alias);
      case "union":
        return this.#union(definition);
      case "struct":
        return definition.subtypes === undefined
          ? this.#struct(definition)
          : this.#tree(definition, definition.subtypes);
    }
  }

  emitRest(): void {
    for (const part of unnamedPartsIn(this.#namespace, this.#context)) {
      this.#routePart(part);
    }
    this.#addCopies();
  }

  #alias(alias: Alias): void {
    const { type, redactor } = alias;
    const owner = nameIn(this.#namespace, alias.name);
    const stem = this.#context.naming.type(owner);
    const checked = this.#redacted(this.#nullableCheck(type, value, stem, null), redactor, type, value, true);
    this.#addFunction(checkName(owner, this.#context), { kind: "ref", ...owner }, this.#own(stem), [returned(checked)]);
  }

  #struct(struct: Struct): void {
    const { naming } = this.#context;
    const owner = nameIn(this.#namespace, struct.name);
    this.#addFunction(
      checkName(owner, this.#context),
      { kind: "ref", ...owner },
      this.#own(naming.type(owner)),
      this.#structBody(owner, naming.type(owner)),
    );
  }

  #tree(struct: Struct, subtypes: NonNullable<Struct["subtypes"]>): void {
    const { naming, lookup } = this.#context;
    const owner = nameIn(this.#namespace, struct.name);
    const fields = lookup.allFields(owner);
    const unknown: Body = subtypes.closed
      ? [returned(call(this.#use("unknownTag"), tagName))]
      : [
          ...(fields.length === 0 ? [] : [this.#treeObject(owner)]),
          returned(
            object([
              spread(call(this.#use("unknownVariant"), value, tagName, mode, ...moreArguments(fields, this.#context))),
              ...this.#members(fields, naming.fields(owner)),
            ]),
          ),
        ];
    this.#addFunction(checkName(owner, this.#context), { kind: "ref", ...owner }, this.#own(naming.type(owner)), [
      constant("tag", call(this.#use("subtypeTag"), value)),
      {
        kind: "switch",
        on: tagName,
        cases: subtypes.tags.map((tag) => ({
          values: [tag.name],
          body: [returned(call(`check${naming.variant(owner, tag.name)}`, value, mode))],
        })),
      },
      ...unknown,
    ]);
    for (const tag of subtypes.tags) {
      const variant = naming.variant(owner, tag.name);
      this.#addFunction(
        `check${variant}`,
        { kind: "ref", ...tag.type },
        this.#own(variant),
        this.#structBody(tag.type, variant, tag.name),
        false,
      );
    }
  }

  /** The object with the fields that all subtypes have. */
  #treeObject(tree: Name): Body[number] {
    return constant("fields", genericCall(this.#use("object"), [this.#own(this.#context.naming.fields(tree))], value));
  }

  /** The members that copy the fields of a type. */
  #members(fields: readonly OwnedField[], typeName: string): ObjectMember[] {
    if (fields.filter(({ field }) => this.#needsCondition(field)).length <= mostConditions) {
      return fields.map((field) => this.#member(field));
    }
    return Array.from({ length: Math.ceil(fields.length / mostConditions) }, (_, index) => {
      const part = this.#part(fields.slice(index * mostConditions, (index + 1) * mostConditions), typeName);
      return spread(call(part, fieldsObject, mode));
    });
  }

  /** Adds a function that copies some of the fields of a very large type. Returns its name. */
  #part(fields: readonly OwnedField[], typeName: string): string {
    const names = fields.map(({ field }) => field.name);
    const wish = `check${typeName}Part`;
    return this.#module.share(`${wish} ${names.join(" ")}`, wish, (part) => {
      const members = this.#members(fields, typeName);
      const unchecked = this.#module.type("../runtime/codecs.js", "Unchecked");
      return {
        kind: "function",
        isExported: false,
        name: part,
        parameters: [
          { name: "fields", type: reference(unchecked, this.#own(typeName)) },
          {
            name: fields.some(({ field }) => this.#looksAtMode(field)) ? "mode" : "_mode",
            type: reference(this.#module.type("../runtime/codecs.js", "Mode")),
          },
        ],
        result: reference("Pick", this.#own(typeName), union(names.map(textType))),
        body: [returned(object(members))],
      };
    });
  }

  /** The statements that copy a struct, or a subtype with its tag. */
  #structBody(struct: Name, typeName: string, tag?: string): Body {
    const { lookup } = this.#context;
    const fields = lookup.allFields(struct);
    const type = this.#own(typeName);
    const reader = tag === undefined && lookup.needsNothing(struct) ? "objectOrNothing" : "object";
    const from = constant("fields", genericCall(this.#use(reader), [type], value));
    const tagMember = tag === undefined ? [] : [property(".tag", literal(tag))];
    const copy = object([...tagMember, ...this.#members(fields, typeName)]);
    return [from, returned(genericCall(this.#use("rejectUnknown"), [type], fieldsObject, mode, copy))];
  }

  #member({ field, owner }: OwnedField): ObjectMember {
    const copied = property(field.name, this.#fieldCheck(field, this.#context.naming.type(owner), "float"));
    return field.omittedCaller === undefined
      ? copied
      : spread(binary(this.#permits(field.omittedCaller), "&&", object([copied])));
  }

  /** Whether the caller has a permission. */
  #permits(caller: string): Expression {
    return call(this.#use("permits"), mode, literal(caller));
  }

  /** Whether the code that copies a field uses the mode. */
  #looksAtMode(field: Field): boolean {
    const isRestricted = field.omittedCaller !== undefined || field.redactor !== undefined;
    const hasDefault = (field.default ?? undefined) !== undefined;
    const isOptional = this.#mayBeMissing(field) && !this.#needsCondition(field);
    const type = this.#context.lookup.withoutNull(field.type);
    return isRestricted || hasDefault || isOptional || takesMode(type, this.#context);
  }

  /** Whether the code for a field is a condition. */
  #needsCondition(field: Field): boolean {
    return this.#mayBeMissing(field) && this.#checkOfMissing(field, value) === undefined;
  }

  #mayBeMissing(field: Field): boolean {
    return (field.default ?? undefined) !== undefined || this.#context.lookup.isNullable(field.type);
  }

  /** The checked value of a field, its default, or undefined. */
  #fieldCheck(field: Field, owner: string, floats: "float" | "plain"): Expression {
    const { lookup } = this.#context;
    const read = this.#fieldAccess(field.name);
    const stem = `${owner}${pascalCase(field.name)}`;
    const type = lookup.withoutNull(field.type);
    const isNullable = lookup.isNullable(field.type);
    const byFunction = this.#checkOfMissing(field, read);
    if (byFunction !== undefined) {
      return byFunction;
    }
    const plain = this.#inexactCheck(field, type, read, stem) ?? this.#check(type, read, stem);
    const check = this.#redacted(plain, field.redactor, type, read, floats === "float");
    if (field.default !== undefined && field.default !== null) {
      const byDefault = call(this.#use("unset"), mode, this.#defaultValue(field.default, type));
      const given = isNullable ? conditional(binary(read, "===", literal(null)), undefinedValue, check) : check;
      return conditional(binary(read, "===", undefinedValue), byDefault, given);
    }
    return isNullable ? conditional(binary(read, "==", literal(null)), undefinedValue, check) : check;
  }

  /** The call that checks a field which may be missing; undefined if it takes a condition. */
  #checkOfMissing(field: Field, read: Expression): Expression | undefined {
    const { lookup } = this.#context;
    const type = lookup.withoutNull(field.type);
    const check = this.#existingFunction(type);
    if (!this.#mayBeMissing(field) || field.redactor !== undefined || check === undefined) {
      return undefined;
    }
    if (field.default === undefined || field.default === null) {
      return call(this.#use("optional"), read, check, mode);
    }
    const isPlain =
      !lookup.isNullable(field.type) && !this.#hasInexactDefault(field, type) && !this.#hasHiddenDefault(field, type);
    return isPlain
      ? call(this.#use("withDefault"), read, check, mode, this.#defaultValue(field.default, type))
      : undefined;
  }

  #fieldAccess(field: string): Expression {
    return field in Object.prototype
      ? call(this.#use("own"), fieldsObject, literal(field))
      : member(fieldsObject, field);
  }

  /** Whether a number cannot represent the default of a field exactly. */
  #hasInexactDefault(field: Field, type: Type): boolean {
    const { kind } = this.#context.lookup.withoutAliases(type);
    return typeof field.default === "bigint" && is64Bits(kind) && this.#context.options.int64 !== "bigint";
  }

  /** The check of a field whose default a number cannot represent exactly; undefined for other fields. */
  #inexactCheck(field: Field, type: Type, read: Expression, stem: string): Expression | undefined {
    if (typeof field.default !== "bigint" || !this.#hasInexactDefault(field, type)) {
      return undefined;
    }
    const nearest = nearestNumber(field.default);
    return call(this.#use("unlessNearest"), read, mode, this.#asFunction(type, stem), nearest);
  }

  #defaultValue(byDefault: Value, type: Type): Expression {
    if (typeof byDefault === "object" && byDefault !== null) {
      return this.#defaultTag(byDefault.tag, type);
    }
    const { kind } = this.#context.lookup.withoutAliases(type);
    if (is64Bits(kind) && this.#context.options.int64 === "bigint") {
      return notation(`${String(byDefault)}n`);
    }
    return typeof byDefault === "bigint" ? nearestNumber(byDefault) : literal(byDefault);
  }

  /** A tag that is a default. Callers from whom it is hidden read `other`; in a closed union the field is missing. */
  #defaultTag(tag: string, type: Type): Expression {
    const shown = literal({ ".tag": tag });
    const caller = this.#callerOfTag(tag, type);
    if (caller === undefined) {
      return shown;
    }
    const union = this.#context.lookup.withoutAliases(type);
    const isOpen = union.kind === "ref" && this.#context.lookup.isOpen(union);
    const hidden = isOpen ? literal({ ".tag": "other" }) : call(this.#use("withoutDefault"), mode);
    return conditional(this.#permits(caller), shown, hidden);
  }

  #hasHiddenDefault({ default: value }: Field, type: Type): boolean {
    return typeof value === "object" && value !== null && this.#callerOfTag(value.tag, type) !== undefined;
  }

  /** The only caller who may see a tag of a union; undefined if all may. */
  #callerOfTag(tag: string, type: Type): string | undefined {
    const { lookup } = this.#context;
    const union = lookup.withoutAliases(type);
    return union.kind === "ref"
      ? lookup.allFields(union).find(({ field }) => field.name === tag)?.field.omittedCaller
      : undefined;
  }

  #union(union: Union): void {
    const { naming, lookup } = this.#context;
    const owner = nameIn(this.#namespace, union.name);
    const isOpen = lookup.isOpen(owner);
    const cases = new Map<string, { readonly values: string[]; readonly body: Body }>();
    for (const { field, owner: fieldOwner } of lookup.allFields(owner)) {
      const body = this.#variantBody(field, fieldOwner, isOpen);
      const text = flatBody(body, "typescript");
      const equal = cases.get(text);
      if (equal === undefined) {
        cases.set(text, { values: [field.name], body });
      } else {
        equal.values.push(field.name);
      }
    }
    const unknown = isOpen
      ? call(this.#use("unknownVariant"), value, tagName, mode)
      : call(this.#use("unknownTag"), tagName);
    const read = constant("tag", call(this.#use("unionTag"), value));
    const all: readonly Case[] = [...cases.values()];
    this.#addFunction(checkName(owner, this.#context), { kind: "ref", ...owner }, this.#own(naming.type(owner)), [
      read,
      ...(all.length === 0 ? [] : [{ kind: "switch", on: tagName, cases: all } as const]),
      returned(unknown),
    ]);
  }

  /**
   * The statements for a tag. They use the variable `tag` if possible, so that the statements of many tags are equal
   * and are emitted once. In large unions that is most of the code.
   */
  #variantBody(tag: Field, owner: Name, isOpen: boolean): Body {
    const body = tag.catchAll
      ? [returned(call(this.#use("catchAll"), mode))]
      : this.#knownVariant(tag, this.#context.naming.type(owner));
    if (tag.omittedCaller === undefined) {
      return body;
    }
    const test = not(this.#permits(tag.omittedCaller));
    const hidden = returned(call(this.#use(isOpen ? "hiddenVariant" : "hiddenTag"), tagName, mode));
    return [{ kind: "if", test, body: [hidden] }, ...body];
  }

  /** The statements that copy the variant of a tag. */
  #knownVariant(tag: Field, union: string): Body {
    const { lookup } = this.#context;
    const bareType = lookup.withoutAliases(tag.type);
    if (bareType.kind === "void") {
      return [returned(call(this.#use("bare"), value, tagName, mode))];
    }
    const tagMember = property(".tag", literal(tag.name));
    const struct = lookup.plainStruct(lookup.withoutNull(tag.type));
    if (struct !== undefined) {
      const check = this.#checkFunction(struct.name);
      if (bareType.kind !== "nullable") {
        return [returned(call(this.#use("flat"), value, tagName, mode, check))];
      }
      const isGiven = binary(fieldsObject, "!==", undefinedValue);
      return [
        constant("fields", call(this.#use("flatOrBare"), value)),
        returned(object([tagMember, spread(binary(isGiven, "&&", call(check, fieldsObject, mode)))])),
      ];
    }
    if (tag.type.kind === "ref" && isCheckedUnder(tag, lookup)) {
      return [returned(call(this.#use("under"), value, tagName, mode, this.#checkFunction(tag.type)))];
    }
    const reader = this.#use(bareType.kind === "nullable" ? "valuedOrBare" : "valued");
    return [
      constant("fields", call(reader, value, literal(tag.name))),
      returned(object([tagMember, property(tag.name, this.#fieldCheck(tag, union, "plain"))])),
    ];
  }

  /** The check of a type that may be nullable, where null is a value. */
  #nullableCheck(type: Type, read: Expression, stem: string, nothing: null | undefined): Expression {
    return type.kind === "nullable"
      ? conditional(binary(read, "==", literal(null)), literal(nothing), this.#check(type.of, read, stem))
      : this.#check(type, read, stem);
  }

  #check(type: Type, read: Expression, stem: string): Expression {
    switch (type.kind) {
      case "boolean":
      case "bytes":
        return call(this.#use(type.kind), read);
      case "void":
        return call(this.#use("nothing"), read, mode);
      case "string":
        return this.#string(type, read, stem);
      case "timestamp": {
        const iso = this.#isoCheck(type.format);
        const more = this.#hasDates ? [mode] : [];
        return iso === undefined
          ? call(this.#use(this.#hasDates ? "date" : "timestamp"), read, ...more, literal(type.format))
          : call(iso, read, ...more);
      }
      case "list":
        return call(
          this.#use("list"),
          read,
          mode,
          this.#asFunction(type.of, `${stem}Item`),
          ...trailing(type.minItems, type.maxItems),
        );
      case "map": {
        const isLimited =
          type.key.minLength ?? type.key.maxLength ?? (type.key.pattern === "" ? undefined : type.key.pattern);
        const key = isLimited === undefined ? [] : [this.#asFunction(type.key, `${stem}Key`)];
        return call(this.#use("map"), read, mode, this.#asFunction(type.value, `${stem}Value`), ...key);
      }
      case "nullable":
        return this.#nullableCheck(type, read, stem, null);
      case "ref":
        return call(this.#checkFunction(type), read, ...(takesMode(type, this.#context) ? [mode] : []));
      default: {
        const more = takesMode(type, this.#context) ? [mode] : [];
        const number = call(this.#numberCheck(type.kind), read, ...more);
        return type.min === undefined && type.max === undefined
          ? number
          : call(this.#use("within"), number, literal(type.min), literal(type.max));
      }
    }
  }

  get #hasDates(): boolean {
    return this.#context.options.timestamps === "date";
  }

  /** The check of a common format, without the code for other formats; undefined for other formats. */
  #isoCheck(format: string): Expression | undefined {
    const check = isoChecks(this.#context.options).get(format);
    return check === undefined ? undefined : this.#use(check);
  }

  #numberCheck(kind: NumberType["kind"]): Expression {
    const isBigint = this.#context.options.int64 === "bigint";
    switch (kind) {
      case "int64":
        return isBigint ? this.#use("bigInt64") : this.#use(kind);
      case "uint64":
        return isBigint ? this.#use("bigUint64") : this.#use(kind);
      default:
        return this.#use(kind);
    }
  }

  #string(type: Extract<Type, { kind: "string" }>, read: Expression, stem: string): Expression {
    const form = runtimeForm(type.pattern ?? "");
    if (type.minLength === undefined && type.maxLength === undefined && form.kind === "none") {
      return call(this.#use("string"), read);
    }
    const lengths = [literal(type.minLength), literal(type.maxLength)];
    switch (form.kind) {
      case "none":
        return call(this.#use("text"), read, ...lengths);
      case "regexp":
        return call(this.#use("text"), read, ...lengths, this.#constant(notation(`/${form.source}/u`), stem));
      case "linear":
        return call(this.#use("textLinear"), read, ...lengths, this.#constant(literal(form.program), stem));
      case "refused":
        return notPortable(form);
    }
  }

  /** A pattern as a constant of the module; equal patterns share one. */
  #constant(pattern: Expression, stem: string): Expression {
    const wish = `${stem.charAt(0).toLowerCase()}${stem.slice(1)}Pattern`;
    const id = flatExpression(pattern, "typescript");
    return identifier(
      this.#module.share(id, wish, (constant) => ({
        kind: "constant",
        isExported: false,
        name: constant,
        value: pattern,
      })),
    );
  }

  /** The function that checks a type; undefined if there is none that needs nothing but the value and the mode. */
  #existingFunction(type: Type): Expression | undefined {
    if (!hasCheckFunction(type, this.#context.options)) {
      return undefined;
    }
    switch (type.kind) {
      case "ref":
        return this.#checkFunction(type);
      case "void":
        return this.#use("nothing");
      case "timestamp":
        return this.#isoCheck(type.format);
      case "boolean":
      case "bytes":
      case "string":
        return this.#use(type.kind);
      case "list":
      case "map":
      case "nullable":
        return undefined;
      default:
        return this.#numberCheck(type.kind);
    }
  }

  /** The check of a type as a function that lists and maps can call: an existing one, or one created for this place. */
  #asFunction(type: Type, stem: string): Expression {
    const existing = this.#existingFunction(type);
    if (existing !== undefined) {
      return existing;
    }
    // A field is checked wherever it is inherited; its function is created once.
    const id = `${stem} ${JSON.stringify(type, (_, each: unknown) => (typeof each === "bigint" ? `${each.toString()}n` : each))}`;
    return identifier(
      this.#module.share(id, `check${stem}`, (check) =>
        this.#function(check, type, this.#type(type), [returned(this.#check(type, value, stem))], false),
      ),
    );
  }

  /** The check, preceded by the redacted value for logs. */
  #redacted(
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
    // Only String values are searched: bytes and timestamps are strings only in memory.
    const regex = kind === "opaque" ? undefined : redactor.regex;
    const pattern = regex === undefined || regex === "" ? [] : [searchPattern(regex)];
    const masked =
      redactor.kind === "blot"
        ? call(this.#use("blot"), read, ...pattern)
        : call(this.#use("hash"), read, literal(kind), ...pattern);
    return conditional(member(mode, "redacting"), cast(masked, neverType), check);
  }

  #routePart({ route, part, type }: UnnamedPart): void {
    const stem = this.#context.naming.routePart(this.#namespace.name, route, part);
    this.#addFunction(`check${stem}`, type, this.#type(type), [returned(this.#nullableCheck(type, value, stem, null))]);
  }

  /** Exports functions under the names of the other types that share them, which adds nothing to a bundle. */
  #addCopies(): void {
    const nameOf = (type: string): string => checkName(nameIn(this.#namespace, type), this.#context);
    const copies = equalChecks(this.#namespace, this.#context);
    const names = [...copies].map(([copy, first]) => ({ name: nameOf(first), alias: nameOf(copy) }));
    if (names.length > 0) {
      this.#module.add(exportNames(names));
    }
  }

  #checkFunction(type: Name): Expression {
    const check = checkName(type, this.#context);
    if (type.namespace === this.#namespace.name) {
      const first = equalCheck(type, this.#context);
      return identifier(first === undefined ? check : checkName(nameIn(this.#namespace, first), this.#context));
    }
    return identifier(this.#module.value(`../${this.#context.naming.folder(type.namespace)}/checks.js`, check));
  }

  /** A function of the runtime. */
  #use(runtime: string): Expression {
    return identifier(this.#module.value("../runtime/codecs.js", runtime));
  }

  #own(typeName: string): TypeNode {
    return reference(qualifierIn(this.#module, this.#namespace, this.#context)(this.#namespace.name, typeName));
  }

  #type(type: Type): TypeNode {
    return typeNode(type, "read", this.#context, qualifierIn(this.#module, this.#namespace, this.#context));
  }

  #addFunction(check: string, type: Type, result: TypeNode, body: Body, isExported = true): void {
    this.#module.add(this.#function(check, type, result, body, isExported));
  }

  /** The check function of a type. Callers decide with `takesMode`, too, whether to pass the mode. */
  #function(check: string, type: Type, result: TypeNode, body: Body, isExported = true): FunctionDeclaration {
    const modeType = takesMode(type, this.#context)
      ? [{ name: "mode", type: reference(this.#module.type("../runtime/codecs.js", "Mode")) }]
      : [];
    return {
      kind: "function",
      isExported,
      name: check,
      parameters: [{ name: "value", type: unknownType }, ...modeType],
      result,
      body,
    };
  }
}

/** The last arguments of `unknownVariant`: the `Omitted` fields of a struct with subtypes, and all if they may be Dates. */
function moreArguments(fields: readonly OwnedField[], { options }: Context): Expression[] {
  const omitted = fields.flatMap(({ field: { name, omittedCaller } }) =>
    omittedCaller === undefined ? [] : [[name, omittedCaller]],
  );
  const checked = options.timestamps === "date" ? fields.map(({ field: { name } }) => name) : [];
  return checked.length > 0 ? [literal(omitted), literal(checked)] : omitted.length === 0 ? [] : [literal(omitted)];
}

/** The number nearest to a 64-bit integer, in a notation that does not look exact. */
function nearestNumber(integer: bigint): Expression {
  return notation(Number(integer).toExponential().replace("e+", "e"));
}

function is64Bits(kind: Type["kind"]): boolean {
  return kind === "int64" || kind === "uint64";
}

/** The limits of a length as last arguments. */
function trailing(min: number | undefined, max: number | undefined): Expression[] {
  if (max !== undefined) {
    return [literal(min), literal(max)];
  }
  return min === undefined ? [] : [literal(min)];
}
