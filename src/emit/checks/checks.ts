import type { FunctionDeclarationStructure } from "ts-morph";
import type { Alias, Field, Name, Namespace, NumberType, Redactor, Struct, Type, Union, Value } from "../../ir/api.js";
import type { OwnedField } from "../../ir/walk.js";
import { runtimeForm } from "../../patterns/runtime-form.js";
import type { NamespaceData } from "../../facts/api-data.js";
import { nameIn, type Context } from "../../facts/context.js";
import { hasCheckFunction, isCheckedUnder, isoChecks, takesMode } from "./check-mode.js";
import type { DividedModule } from "../package/divided-module.js";
import { equalCheck, equalChecks } from "./equal-checks.js";
import { notPortable } from "./not-portable.js";
import { hashKind, searchArgument } from "./redaction.js";
import { functionKind } from "../../code/kinds.js";
import { braced, literalCode } from "../../code/literal.js";
import { stringCode } from "../../code/string.js";
import type { ModulePart } from "../../code/module.js";
import { memberKey, propertyKey } from "../../code/keys.js";
import { pascalCase } from "../../facts/naming.js";
import { qualifierIn } from "../types/qualifier.js";
import { typeText } from "../../facts/type-text.js";
import { unnamedPartsIn } from "./unnamed-parts-in.js";
import type { UnnamedPart } from "../../facts/unnamed-parts.js";

/**
 * The maximum number of conditions that one function may have. TypeScript analyses each of them back to the start of the
 * function and gives up at about a thousand.
 */
const mostConditions = 200;

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
    const name = nameIn(this.#namespace, alias.name);
    const stem = this.#context.naming.type(name);
    const expression = this.#redacted(
      this.#nullableCheck(alias.type, "value", stem, "null"),
      alias.redactor,
      alias.type,
      "value",
      true,
    );
    this.#addFunction(checkName(name, this.#context), { kind: "ref", ...name }, this.#own(stem), [
      `return ${expression};`,
    ]);
  }

  #struct(struct: Struct): void {
    const { naming } = this.#context;
    const name = nameIn(this.#namespace, struct.name);
    this.#addFunction(
      checkName(name, this.#context),
      { kind: "ref", ...name },
      this.#own(naming.type(name)),
      this.#structBody(name, naming.type(name)),
    );
  }

  #tree(struct: Struct, subtypes: NonNullable<Struct["subtypes"]>): void {
    const { naming, lookup } = this.#context;
    const name = nameIn(this.#namespace, struct.name);
    const fields = lookup.allFields(name);
    const unknown = subtypes.closed
      ? [`return ${this.#use("unknownTag")}(tag);`]
      : [
          ...(fields.length === 0 ? [] : [this.#treeObject(name)]),
          `return { ${[
            `...${this.#use("unknownVariant")}(value, tag, mode${moreArguments(fields, this.#context)})`,
            ...this.#members(fields, naming.fields(name)),
          ].join(", ")} };`,
        ];
    this.#addFunction(checkName(name, this.#context), { kind: "ref", ...name }, this.#own(naming.type(name)), [
      `const tag = ${this.#use("subtypeTag")}(value);`,
      "switch (tag) {",
      ...subtypes.tags.map(
        (tag) => `case ${stringCode(tag.name)}:\nreturn check${naming.variant(name, tag.name)}(value, mode);`,
      ),
      "}",
      ...unknown,
    ]);
    for (const tag of subtypes.tags) {
      const variant = naming.variant(name, tag.name);
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
  #treeObject(tree: Name): string {
    return `const fields = ${this.#use("object")}<${this.#own(this.#context.naming.fields(tree))}>(value);`;
  }

  /** The members that copy the fields of a type. */
  #members(fields: readonly OwnedField[], typeName: string): string[] {
    if (fields.filter(({ field }) => this.#needsCondition(field)).length <= mostConditions) {
      return fields.map((field) => this.#member(field));
    }
    return Array.from({ length: Math.ceil(fields.length / mostConditions) }, (_, index) => {
      const part = this.#part(fields.slice(index * mostConditions, (index + 1) * mostConditions), typeName);
      return `...${part}(fields, mode)`;
    });
  }

  /** Adds a function that copies some of the fields of a very large type. Returns its name. */
  #part(fields: readonly OwnedField[], typeName: string): string {
    const keys = fields.map(({ field }) => stringCode(field.name)).join(" | ");
    const wish = `check${typeName}Part`;
    return this.#module.share(`${wish} ${keys}`, wish, (name) => {
      const members = this.#members(fields, typeName);
      const unchecked = this.#module.type("../runtime/codecs.js", "Unchecked");
      return {
        kind: functionKind,
        name,
        parameters: [
          { name: "fields", type: `${unchecked}<${this.#own(typeName)}>` },
          {
            name: fields.some(({ field }) => this.#looksAtMode(field)) ? "mode" : "_mode",
            type: this.#module.type("../runtime/codecs.js", "Mode"),
          },
        ],
        returnType: `Pick<${this.#own(typeName)}, ${keys}>`,
        statements: [`return ${braced(members)};`],
      };
    });
  }

  /** The statements that copy a struct, or a subtype with its tag. */
  #structBody(struct: Name, typeName: string, tag?: string): string[] {
    const { lookup } = this.#context;
    const fields = lookup.allFields(struct);
    const type = this.#own(typeName);
    const reader = tag === undefined && lookup.needsNothing(struct) ? "objectOrNothing" : "object";
    const from = `const fields = ${this.#use(reader)}<${type}>(value);`;
    const tagMember = tag === undefined ? [] : [`".tag": ${stringCode(tag)}`];
    const literal = braced([...tagMember, ...this.#members(fields, typeName)]);
    return [from, `return ${this.#use("rejectUnknown")}<${type}>(fields, mode, ${literal});`];
  }

  #member({ field, owner }: OwnedField): string {
    const key = memberKey(field.name);
    const member = `${key}: ${this.#fieldCheck(field, this.#context.naming.type(owner), "float")}`;
    return field.omittedCaller === undefined
      ? member
      : `...(${this.#use("permits")}(mode, ${stringCode(field.omittedCaller)}) && { ${member} })`;
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
    return this.#mayBeMissing(field) && this.#checkOfMissing(field, "") === undefined;
  }

  #mayBeMissing(field: Field): boolean {
    return (field.default ?? undefined) !== undefined || this.#context.lookup.isNullable(field.type);
  }

  /** The checked value of a field, its default, or undefined. */
  #fieldCheck(field: Field, owner: string, floats: "float" | "plain"): string {
    const { lookup } = this.#context;
    const value = this.#fieldAccess(field.name);
    const stem = `${owner}${pascalCase(field.name)}`;
    const type = lookup.withoutNull(field.type);
    const isNullable = lookup.isNullable(field.type);
    const byFunction = this.#checkOfMissing(field, value);
    if (byFunction !== undefined) {
      return byFunction;
    }
    const plain = this.#inexactCheck(field, type, value, stem) ?? this.#check(type, value, stem);
    const check = this.#redacted(plain, field.redactor, type, value, floats === "float");
    if (field.default !== undefined && field.default !== null) {
      const byDefault = `${this.#use("unset")}(mode, ${this.#defaultValue(field.default, type)})`;
      const given = isNullable ? `${value} === null ? undefined : ${check}` : check;
      return `${value} === undefined ? ${byDefault} : ${given}`;
    }
    return isNullable ? `${value} == null ? undefined : ${check}` : check;
  }

  /** The call that checks a field which may be missing; undefined if it takes a condition. */
  #checkOfMissing(field: Field, value: string): string | undefined {
    const { lookup } = this.#context;
    const type = lookup.withoutNull(field.type);
    const check = this.#existingFunction(type);
    if (!this.#mayBeMissing(field) || field.redactor !== undefined || check === undefined) {
      return undefined;
    }
    if (field.default === undefined || field.default === null) {
      return `${this.#use("optional")}(${value}, ${check}, mode)`;
    }
    const isPlain =
      !lookup.isNullable(field.type) && !this.#hasInexactDefault(field, type) && !this.#hasHiddenDefault(field, type);
    return isPlain
      ? `${this.#use("withDefault")}(${value}, ${check}, mode, ${this.#defaultValue(field.default, type)})`
      : undefined;
  }

  #fieldAccess(field: string): string {
    if (field in Object.prototype) {
      return `${this.#use("own")}(fields, ${stringCode(field)})`;
    }
    return propertyKey(field) === field ? `fields.${field}` : `fields[${stringCode(field)}]`;
  }

  /** Whether a number cannot represent the default of a field exactly. */
  #hasInexactDefault(field: Field, type: Type): boolean {
    const { kind } = this.#context.lookup.withoutAliases(type);
    return typeof field.default === "bigint" && is64Bits(kind) && this.#context.options.int64 !== "bigint";
  }

  /** The check of a field whose default a number cannot represent exactly; undefined for other fields. */
  #inexactCheck(field: Field, type: Type, value: string, stem: string): string | undefined {
    if (typeof field.default !== "bigint" || !this.#hasInexactDefault(field, type)) {
      return undefined;
    }
    const nearest = nearestNumber(field.default);
    return `${this.#use("unlessNearest")}(${value}, mode, ${this.#asFunction(type, stem)}, ${nearest})`;
  }

  #defaultValue(value: Value, type: Type): string {
    if (typeof value === "object" && value !== null) {
      return this.#defaultTag(value.tag, type);
    }
    const { kind } = this.#context.lookup.withoutAliases(type);
    if (is64Bits(kind) && this.#context.options.int64 === "bigint") {
      return `${String(value)}n`;
    }
    return typeof value === "bigint" ? nearestNumber(value) : literalCode(value);
  }

  /** A tag that is a default. Callers from whom it is hidden read `other`; in a closed union the field is missing. */
  #defaultTag(tag: string, type: Type): string {
    const code = `{ ".tag": ${stringCode(tag)} }`;
    const caller = this.#callerOfTag(tag, type);
    if (caller === undefined) {
      return code;
    }
    const union = this.#context.lookup.withoutAliases(type);
    const isOpen = union.kind === "ref" && this.#context.lookup.isOpen(union);
    const hidden = isOpen ? '{ ".tag": "other" }' : `${this.#use("withoutDefault")}(mode)`;
    return `${this.#use("permits")}(mode, ${stringCode(caller)}) ? ${code} : ${hidden}`;
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
    const name = nameIn(this.#namespace, union.name);
    const typeName = naming.type(name);
    const tags = lookup.allFields(name);
    const isOpen = lookup.isOpen(name);
    const tagsByBody = new Map<string, string[]>();
    for (const { field, owner } of tags) {
      const body = this.#variantCode(field, owner, isOpen);
      const others = tagsByBody.get(body);
      if (others === undefined) {
        tagsByBody.set(body, [field.name]);
      } else {
        others.push(field.name);
      }
    }
    const cases = [...tagsByBody].map(([body, names]) => {
      const labels = names.map((tag) => `case ${stringCode(tag)}:`).join("\n");
      return body.includes("const ") ? `${labels} {\n${body}\n}` : `${labels}\n${body}`;
    });
    const unknown = isOpen
      ? `return ${this.#use("unknownVariant")}(value, tag, mode);`
      : `return ${this.#use("unknownTag")}(tag);`;
    const read = `const tag = ${this.#use("unionTag")}(value);`;
    this.#addFunction(
      checkName(name, this.#context),
      { kind: "ref", ...name },
      this.#own(typeName),
      cases.length === 0 ? [read, unknown] : [read, "switch (tag) {", ...cases, "}", unknown],
    );
  }

  /**
   * The statements for a tag. They use the variable `tag` if possible, so that the statements of many tags are equal
   * and are emitted once. In large unions that is most of the code.
   */
  #variantCode(tag: Field, owner: Name, isOpen: boolean): string {
    const body = tag.catchAll
      ? `return ${this.#use("catchAll")}(mode);`
      : this.#knownVariant(tag, this.#context.naming.type(owner));
    if (tag.omittedCaller === undefined) {
      return body;
    }
    const permitted = `${this.#use("permits")}(mode, ${stringCode(tag.omittedCaller)})`;
    const hidden = `${this.#use(isOpen ? "hiddenVariant" : "hiddenTag")}(tag, mode)`;
    return `if (!${permitted}) {\nreturn ${hidden};\n}\n${body}`;
  }

  /** The statements that copy the variant of a tag. */
  #knownVariant(tag: Field, union: string): string {
    const { lookup } = this.#context;
    const bareType = lookup.withoutAliases(tag.type);
    if (bareType.kind === "void") {
      return `return ${this.#use("bare")}(value, tag, mode);`;
    }
    const struct = lookup.plainStruct(lookup.withoutNull(tag.type));
    if (struct !== undefined) {
      const check = this.#checkFunction(struct.name);
      if (bareType.kind !== "nullable") {
        return `return ${this.#use("flat")}(value, tag, mode, ${check});`;
      }
      const from = `const fields = ${this.#use("flatOrBare")}(value);`;
      return `${from}\nreturn { ".tag": ${stringCode(tag.name)}, ...(fields !== undefined && ${check}(fields, mode)) };`;
    }
    const name = stringCode(tag.name);
    if (tag.type.kind === "ref" && isCheckedUnder(tag, lookup)) {
      return `return ${this.#use("under")}(value, tag, mode, ${this.#checkFunction(tag.type)});`;
    }
    const reader =
      bareType.kind === "nullable"
        ? `${this.#use("valuedOrBare")}(value, ${name})`
        : `${this.#use("valued")}(value, ${name})`;
    const key = memberKey(tag.name);
    const value = this.#fieldCheck(tag, union, "plain");
    return `const fields = ${reader};\nreturn { ".tag": ${name}, ${key}: ${value} };`;
  }

  /** The check of a type that may be nullable, where null is a value. */
  #nullableCheck(type: Type, value: string, stem: string, nothing: "null" | "undefined"): string {
    return type.kind === "nullable"
      ? `${value} == null ? ${nothing} : ${this.#check(type.of, value, stem)}`
      : this.#check(type, value, stem);
  }

  #check(type: Type, value: string, stem: string): string {
    switch (type.kind) {
      case "boolean":
      case "bytes":
        return `${this.#use(type.kind)}(${value})`;
      case "void":
        return `${this.#use("nothing")}(${value}, mode)`;
      case "string":
        return this.#string(type, value, stem);
      case "timestamp": {
        const iso = this.#isoCheck(type.format);
        const mode = this.#hasDates ? ", mode" : "";
        if (iso !== undefined) {
          return `${iso}(${value}${mode})`;
        }
        const general = this.#use(this.#hasDates ? "date" : "timestamp");
        return `${general}(${value}${mode}, ${stringCode(type.format)})`;
      }
      case "list": {
        const bounds = trailing(type.minItems, type.maxItems);
        return `${this.#use("list")}(${value}, mode, ${this.#asFunction(type.of, `${stem}Item`)}${bounds})`;
      }
      case "map": {
        const names =
          type.key.minLength ?? type.key.maxLength ?? (type.key.pattern === "" ? undefined : type.key.pattern);
        const name = names === undefined ? "" : `, ${this.#asFunction(type.key, `${stem}Key`)}`;
        return `${this.#use("map")}(${value}, mode, ${this.#asFunction(type.value, `${stem}Value`)}${name})`;
      }
      case "nullable":
        return this.#nullableCheck(type, value, stem, "null");
      case "ref":
        return `${this.#checkFunction(type)}(${value}${takesMode(type, this.#context) ? ", mode" : ""})`;
      default: {
        const mode = takesMode(type, this.#context) ? ", mode" : "";
        const number = `${this.#numberCheck(type.kind)}(${value}${mode})`;
        return type.min === undefined && type.max === undefined
          ? number
          : `${this.#use("within")}(${number}, ${limitText(type.min)}, ${limitText(type.max)})`;
      }
    }
  }

  get #hasDates(): boolean {
    return this.#context.options.timestamps === "date";
  }

  /** The check of a common format, without the code for other formats; undefined for other formats. */
  #isoCheck(format: string): string | undefined {
    const name = isoChecks(this.#context.options).get(format);
    return name && this.#use(name);
  }

  #numberCheck(kind: NumberType["kind"]): string {
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

  #string(type: Extract<Type, { kind: "string" }>, value: string, stem: string): string {
    const form = runtimeForm(type.pattern ?? "");
    if (type.minLength === undefined && type.maxLength === undefined && form.kind === "none") {
      return `${this.#use("string")}(${value})`;
    }
    const lengths = `${type.minLength ?? "undefined"}, ${type.maxLength ?? "undefined"}`;
    switch (form.kind) {
      case "none":
        return `${this.#use("text")}(${value}, ${lengths})`;
      case "regexp":
        return `${this.#use("text")}(${value}, ${lengths}, ${this.#constant(`/${form.source}/u`, stem)})`;
      case "linear":
        return `${this.#use("textLinear")}(${value}, ${lengths}, ${this.#constant(literalCode(form.program), stem)})`;
      case "refused":
        return notPortable(form);
    }
  }

  /** A pattern as a constant of the module; equal patterns share one. */
  #constant(text: string, stem: string): string {
    const wish = `${stem.charAt(0).toLowerCase()}${stem.slice(1)}Pattern`;
    return this.#module.share(text, wish, (name) => `const ${name} = ${text};`);
  }

  /** The function that checks a type; undefined if there is none that needs nothing but the value and the mode. */
  #existingFunction(type: Type): string | undefined {
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
  #asFunction(type: Type, stem: string): string {
    const existing = this.#existingFunction(type);
    if (existing !== undefined) {
      return existing;
    }
    // A field is checked wherever it is inherited; its function is created once.
    const id = `${stem} ${JSON.stringify(type, (_, value: unknown) => (typeof value === "bigint" ? `${value.toString()}n` : value))}`;
    return this.#module.share(id, `check${stem}`, (name) =>
      this.#function(name, type, this.#typeText(type), [`return ${this.#check(type, "value", stem)};`], false),
    );
  }

  /** The check, preceded by the redacted value for logs. */
  #redacted(check: string, redactor: Redactor | undefined, type: Type, value: string, isFloatField: boolean): string {
    if (redactor === undefined) {
      return check;
    }
    const kind = hashKind(type, isFloatField, this.#context);
    // Only String values are searched: bytes and timestamps are strings only in memory.
    const regex = kind === "opaque" ? undefined : redactor.regex;
    const pattern = regex === undefined || regex === "" ? "" : searchArgument(regex);
    const masked =
      redactor.kind === "blot"
        ? `${this.#use("blot")}(${value}${pattern})`
        : `${this.#use("hash")}(${value}, "${kind}"${pattern})`;
    return `mode.redacting ? (${masked} as never) : ${check}`;
  }

  #routePart({ route, part, type }: UnnamedPart): void {
    const stem = this.#context.naming.routePart(this.#namespace.name, route, part);
    this.#addFunction(`check${stem}`, type, this.#typeText(type), [
      `return ${this.#nullableCheck(type, "value", stem, "null")};`,
    ]);
  }

  /** Exports functions under the names of the other types that share them, which adds nothing to a bundle. */
  #addCopies(): void {
    const nameOf = (name: string): string => checkName(nameIn(this.#namespace, name), this.#context);
    const copies = equalChecks(this.#namespace, this.#context);
    const names = [...copies].map(([copy, first]) => `${nameOf(first)} as ${nameOf(copy)}`);
    if (names.length > 0) {
      this.#module.add(`export { ${names.join(", ")} };`);
    }
  }

  #checkFunction(name: Name): string {
    const check = checkName(name, this.#context);
    if (name.namespace === this.#namespace.name) {
      const first = equalCheck(name, this.#context);
      return first === undefined ? check : checkName(nameIn(this.#namespace, first), this.#context);
    }
    return this.#module.value(`../${this.#context.naming.folder(name.namespace)}/checks.js`, check);
  }

  #use(name: string): string {
    return this.#module.value("../runtime/codecs.js", name);
  }

  #own(typeName: string): string {
    return qualifierIn(this.#module, this.#namespace, this.#context)(this.#namespace.name, typeName);
  }

  #typeText(type: Type): string {
    return typeText(type, "read", this.#context, qualifierIn(this.#module, this.#namespace, this.#context));
  }

  #addFunction(name: string, type: Type, returnType: string, statements: string[], isExported = true): void {
    this.#module.add(this.#function(name, type, returnType, statements, isExported));
  }

  /** The check function of a type. Callers decide with `takesMode`, too, whether to pass the mode. */
  #function(
    name: string,
    type: Type,
    returnType: string,
    statements: string[],
    isExported = true,
  ): FunctionDeclarationStructure {
    return {
      kind: functionKind,
      isExported,
      name,
      parameters: [
        { name: "value", type: "unknown" },
        ...(takesMode(type, this.#context)
          ? [{ name: "mode", type: this.#module.type("../runtime/codecs.js", "Mode") }]
          : []),
      ],
      returnType,
      // As one statement: the printer separates statements with empty lines.
      statements: [statements.join("\n")],
    };
  }
}

/** The last arguments of `unknownVariant`: the `Omitted` fields of a struct with subtypes, and all if they may be Dates. */
function moreArguments(fields: readonly OwnedField[], { options }: Context): string {
  const omitted = fields.flatMap(({ field: { name, omittedCaller } }) =>
    omittedCaller === undefined ? [] : [[name, omittedCaller]],
  );
  const checked = options.timestamps === "date" ? fields.map(({ field: { name } }) => name) : [];
  return checked.length > 0
    ? `, ${literalCode(omitted)}, ${literalCode(checked)}`
    : omitted.length === 0
      ? ""
      : `, ${literalCode(omitted)}`;
}

/** The number nearest to a 64-bit integer, in a notation that does not look exact. */
function nearestNumber(value: bigint): string {
  return Number(value).toExponential().replace("e+", "e");
}

function is64Bits(kind: Type["kind"]): boolean {
  return kind === "int64" || kind === "uint64";
}

function limitText(limit: number | bigint | undefined): string {
  return literalCode(limit);
}

function trailing(min: number | undefined, max: number | undefined): string {
  if (max !== undefined) {
    return `, ${min ?? "undefined"}, ${max}`;
  }
  return min === undefined ? "" : `, ${min}`;
}
