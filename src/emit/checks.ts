import type { FunctionDeclarationStructure } from "ts-morph";
import type { Alias, Field, Name, Namespace, NumberType, Redactor, Struct, Type, Union, Value } from "../ir/api.js";
import type { OwnedField } from "../ir/walk.js";
import { runtimeForm } from "../patterns/runtime-form.js";
import { nameIn, sourceName, type Context } from "./context.js";
import { isCheckedUnder, takesMode } from "./check-mode.js";
import { equalChecks } from "./equal-checks.js";
import { notPortable } from "./not-portable.js";
import { hashKind, searchArgument } from "./redaction.js";
import { functionKind } from "./kinds.js";
import { braced, literalCode, stringCode } from "./literal.js";
import { Module, type EmittedModule } from "./module.js";
import { memberKey, pascalCase, propertyKey } from "./naming.js";
import { qualifierIn, typeText } from "./type-text.js";
import { unnamedParts, type UnnamedPart } from "./unnamed-parts.js";

/** Code that copies fields. */
interface CopiedFields {
  /** The statements before the object literal. */
  readonly variables: readonly string[];
  readonly members: readonly string[];
}

const noFields: CopiedFields = { variables: [], members: [] };

/** A place from which a value is read: the code for the value, for its container and for its key. */
interface Place {
  readonly value: string;
  readonly container: string;
  readonly key: string;
}

const whole: Place = { value: "v", container: "c", key: "k" };

/**
 * The maximum number of optional fields that one function may read. TypeScript analyses each of them back to the start
 * of the function and gives up at about a thousand.
 */
const mostFields = 200;

/** The formats with their own check, which is faster and smaller than the general one. */
const isoFormats = new Map([
  ["%Y-%m-%d", "isoDay"],
  ["%Y-%m-%dT%H:%M:%SZ", "isoSecond"],
  ["%Y-%m-%dT%H:%M:%S.%fZ", "isoMicrosecond"],
]);

/** The same for timestamps that are a `Date` in memory. */
const isoDateFormats = new Map([
  ["%Y-%m-%d", "isoDayDate"],
  ["%Y-%m-%dT%H:%M:%SZ", "isoSecondDate"],
]);

/** The module with the checks of a namespace's types, which its codecs use. */
export function emitChecks(namespace: Namespace, context: Context): EmittedModule {
  return new ChecksEmitter(namespace, context).emit();
}

/** The name of the check function of a type, in the module of its namespace. */
function checkName(name: Name, context: Context): string {
  return `check${context.naming.type(name)}`;
}

/** The names of the check functions of a module, except those that are created for a single place. */
function declaredChecks(namespace: Namespace, context: Context): string[] {
  const { naming } = context;
  const names = [...namespace.aliases, ...namespace.types].map(({ name }) =>
    checkName(nameIn(namespace, name), context),
  );
  const variants = namespace.types.flatMap((type) =>
    type.kind === "struct"
      ? (type.subtypes?.tags ?? []).map((tag) => naming.variant(nameIn(namespace, type.name), tag.name))
      : [],
  );
  const parts = unnamedParts(namespace).map(({ route, part }) => naming.routePart(namespace.name, route, part));
  return [...names, ...[...variants, ...parts].map((stem) => `check${stem}`)];
}

class ChecksEmitter {
  readonly #namespace: Namespace;
  readonly #context: Context;
  readonly #module: Module;
  /** Names of pattern constants by their text. */
  readonly #patterns = new Map<string, string>();
  /** Names of the functions created for a single place, by the place and its type. */
  readonly #helpers = new Map<string, string>();
  /** The types that share the check function of another type, with that type. */
  readonly #copies: ReadonlyMap<string, string>;

  constructor(namespace: Namespace, context: Context) {
    this.#namespace = namespace;
    this.#context = context;
    const { naming, lookup } = context;
    this.#copies = equalChecks(namespace, lookup);
    const locals = [...declaredChecks(namespace, context), "v", "c", "k", "m", "o", "f", "tag"];
    this.#module = new Module(`src/${naming.folder(namespace.name)}/checks.ts`, sourceName(namespace), locals);
  }

  emit(): EmittedModule {
    for (const alias of this.#namespace.aliases.filter(({ name }) => !this.#copies.has(name))) {
      this.#alias(alias);
    }
    for (const type of this.#namespace.types.filter(({ name }) => !this.#copies.has(name))) {
      if (type.kind === "union") {
        this.#union(type);
      } else if (type.subtypes === undefined) {
        this.#struct(type);
      } else {
        this.#tree(type, type.subtypes);
      }
    }
    for (const part of unnamedParts(this.#namespace)) {
      this.#routePart(part);
    }
    this.#addCopies();
    return this.#module.finish();
  }

  #alias(alias: Alias): void {
    const name = nameIn(this.#namespace, alias.name);
    const stem = this.#context.naming.type(name);
    const expression = this.#redacted(
      this.#nullableCheck(alias.type, whole, stem, "null"),
      alias.redactor,
      alias.type,
      whole,
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
    const unknownFields = subtypes.closed ? noFields : this.#copiedFields(fields, naming.fields(name));
    const unknown = subtypes.closed
      ? [`return ${this.#use("unknownTag")}(tag, v, c, k);`]
      : [
          ...(fields.length === 0 ? [] : [this.#treeObject(name)]),
          ...unknownFields.variables,
          `return { ${[
            `...${this.#use("unknownVariant")}(v, tag, c, k, m${omittedArgument(fields)})`,
            ...unknownFields.members,
          ].join(", ")} };`,
        ];
    this.#addFunction(checkName(name, this.#context), { kind: "ref", ...name }, this.#own(naming.type(name)), [
      `const tag = ${this.#use("subtypeTag")}(v, c, k);`,
      "switch (tag) {",
      ...subtypes.tags.map(
        (tag) => `case ${stringCode(tag.name)}:\nreturn check${naming.variant(name, tag.name)}(v, c, k, m);`,
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
    return `const o = ${this.#use("object")}<${this.#own(this.#context.naming.fields(tree))}>(v, c, k);`;
  }

  /** The members that copy fields of `o`, with the required variables. */
  #copiedFields(fields: readonly OwnedField[], typeName: string): CopiedFields {
    if (fields.filter(({ field }) => this.#mayBeMissing(field)).length <= mostFields) {
      return {
        variables: this.#fieldVariable(fields.map(({ field }) => field)),
        members: fields.map((field) => this.#member(field)),
      };
    }
    const parts = Array.from({ length: Math.ceil(fields.length / mostFields) }, (_, index) =>
      this.#part(fields.slice(index * mostFields, (index + 1) * mostFields), typeName),
    );
    return { variables: [], members: parts.map((part) => `...${part}(o, m)`) };
  }

  /** Adds a function that copies some of the fields of a very large type. Returns its name. */
  #part(fields: readonly OwnedField[], typeName: string): string {
    const name = this.#module.reserve(`check${typeName}Part`);
    const { variables, members } = this.#copiedFields(fields, typeName);
    const unchecked = this.#module.type("../runtime/codecs.js", "Unchecked");
    const keys = fields.map(({ field }) => stringCode(field.name)).join(" | ");
    this.#module.add({
      kind: functionKind,
      name,
      parameters: [
        { name: "o", type: `${unchecked}<${this.#own(typeName)}>` },
        {
          name: fields.some(({ field }) => this.#looksAtMode(field)) ? "m" : "_m",
          type: this.#module.type("../runtime/codecs.js", "Mode"),
        },
      ],
      returnType: `Pick<${this.#own(typeName)}, ${keys}>`,
      statements: [[...variables, `return ${braced(members)};`].join("\n")],
    });
    return name;
  }

  /** The statements that copy a struct, or a subtype with its tag. */
  #structBody(struct: Name, typeName: string, tag?: string): string[] {
    const { lookup } = this.#context;
    const fields = lookup.allFields(struct);
    const type = this.#own(typeName);
    const reader = tag === undefined && lookup.needsNothing(struct) ? "objectOrNothing" : "object";
    const from = `const o = ${this.#use(reader)}<${type}>(v, c, k);`;
    const { variables, members } = this.#copiedFields(fields, typeName);
    const all = [...(tag === undefined ? [] : [`".tag": ${stringCode(tag)}`]), ...members];
    const literal = braced(all);
    return [from, ...variables, `return ${this.#use("rejectUnknown")}<${type}>(o, m, ${literal});`];
  }

  #member({ field, owner }: OwnedField): string {
    const key = memberKey(field.name);
    const member = `${key}: ${this.#fieldCheck(field, this.#context.naming.type(owner), "float")}`;
    return field.omittedCaller === undefined
      ? member
      : `...(${this.#use("permits")}(m, ${stringCode(field.omittedCaller)}) && { ${member} })`;
  }

  /** The variable for the optional fields, if there are any; its assignments make it `unknown`. */
  #fieldVariable(fields: readonly Field[]): string[] {
    return fields.some((field) => this.#mayBeMissing(field)) ? ["let f;"] : [];
  }

  /** Whether the code that copies a field uses the mode. */
  #looksAtMode(field: Field): boolean {
    const isRestricted = field.omittedCaller !== undefined || field.redactor !== undefined;
    const hasDefault = (field.default ?? undefined) !== undefined;
    return isRestricted || hasDefault || takesMode(this.#context.lookup.withoutNull(field.type), this.#context);
  }

  #mayBeMissing(field: Field): boolean {
    return (field.default ?? undefined) !== undefined || this.#context.lookup.isNullable(field.type);
  }

  /**
   * The checked value of a field of `o`, its default, or undefined. An optional field is read once, into `f`: optional
   * fields create many object shapes, for which each read is a lookup. This makes decoding files about 10% faster;
   * constants for all these fields gain half as much, and helper functions that receive the check are slower.
   */
  #fieldCheck(field: Field, owner: string, floats: "float" | "plain"): string {
    const { lookup } = this.#context;
    const place = this.#fieldPlace(field.name);
    const stem = `${owner}${pascalCase(field.name)}`;
    const inner = lookup.withoutNull(field.type);
    const checked = this.#mayBeMissing(field) ? { ...place, value: "f" } : place;
    const plain = this.#inexactCheck(field, inner, checked, stem) ?? this.#check(inner, checked, stem);
    const check = this.#redacted(plain, field.redactor, inner, checked, floats === "float");
    const isNullable = lookup.isNullable(field.type);
    if (field.default !== undefined && field.default !== null) {
      const value = this.#defaultValue(field.default, inner, place);
      const byDefault = `${this.#use("unset")}(m, ${value})`;
      const given = isNullable ? `f === null ? undefined : ${check}` : check;
      return `(f = ${place.value}) === undefined ? ${byDefault} : ${given}`;
    }
    return isNullable ? `(f = ${place.value}) == null ? undefined : ${check}` : check;
  }

  #fieldPlace(field: string): Place {
    const isInherited = field in Object.prototype;
    const value = isInherited
      ? `${this.#use("own")}(o, ${stringCode(field)})`
      : propertyKey(field) === field
        ? `o.${field}`
        : `o[${stringCode(field)}]`;
    return { value, container: "o", key: stringCode(field) };
  }

  /** The check of a field whose default a number cannot represent exactly; undefined for other fields. */
  #inexactCheck(field: Field, type: Type, place: Place, stem: string): string | undefined {
    const { kind } = this.#context.lookup.withoutAliases(type);
    if (typeof field.default !== "bigint" || !is64Bits(kind) || this.#context.options.int64 === "bigint") {
      return undefined;
    }
    const { value, container, key } = place;
    const nearest = nearestNumber(field.default);
    const helper = this.#use("unlessNearest");
    return `${helper}(${value}, ${container}, ${key}, m, ${this.#asFunction(type, stem)}, ${nearest})`;
  }

  #defaultValue(value: Value, type: Type, place: Place): string {
    if (typeof value === "object" && value !== null) {
      return this.#defaultTag(value.tag, type, place);
    }
    const { kind } = this.#context.lookup.withoutAliases(type);
    if (is64Bits(kind) && this.#context.options.int64 === "bigint") {
      return `${String(value)}n`;
    }
    return typeof value === "bigint" ? nearestNumber(value) : literalCode(value);
  }

  /** A tag that is a default. Callers from whom it is hidden read `other`; in a closed union the field is missing. */
  #defaultTag(tag: string, type: Type, { container, key }: Place): string {
    const { lookup } = this.#context;
    const union = lookup.withoutAliases(type);
    const code = `{ ".tag": ${stringCode(tag)} }`;
    const caller =
      union.kind === "ref"
        ? lookup.allFields(union).find(({ field }) => field.name === tag)?.field.omittedCaller
        : undefined;
    if (union.kind !== "ref" || caller === undefined) {
      return code;
    }
    const hidden = lookup.isOpen(union)
      ? '{ ".tag": "other" }'
      : `${this.#use("withoutDefault")}(${container}, ${key}, m)`;
    return `${this.#use("permits")}(m, ${stringCode(caller)}) ? ${code} : ${hidden}`;
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
      ? `return ${this.#use("unknownVariant")}(v, tag, c, k, m);`
      : `return ${this.#use("unknownTag")}(tag, v, c, k);`;
    const read = `const tag = ${this.#use("unionTag")}(v, c, k);`;
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
      ? `return ${this.#use("catchAll")}(v, c, k, m);`
      : this.#knownVariant(tag, this.#context.naming.type(owner));
    if (tag.omittedCaller === undefined) {
      return body;
    }
    const permitted = `${this.#use("permits")}(m, ${stringCode(tag.omittedCaller)})`;
    const hidden = `${this.#use(isOpen ? "hiddenVariant" : "hiddenTag")}(v, tag, c, k, m)`;
    return `if (!${permitted}) {\nreturn ${hidden};\n}\n${body}`;
  }

  /** The statements that copy the variant of a tag. */
  #knownVariant(tag: Field, union: string): string {
    const { lookup } = this.#context;
    const bareType = lookup.withoutAliases(tag.type);
    if (bareType.kind === "void") {
      return `return ${this.#use("bare")}(v, tag, m);`;
    }
    const struct = lookup.plainStruct(lookup.withoutNull(tag.type));
    if (struct !== undefined) {
      const check = this.#checkFunction(struct.name);
      if (bareType.kind !== "nullable") {
        return `return ${this.#use("flat")}(v, tag, c, k, m, ${check});`;
      }
      const from = `const o = ${this.#use("flatOrBare")}(v);`;
      return `${from}\nreturn { ".tag": ${stringCode(tag.name)}, ...(o !== undefined && ${check}(o, c, k, m)) };`;
    }
    const name = stringCode(tag.name);
    if (tag.type.kind === "ref" && isCheckedUnder(tag, lookup)) {
      return `return ${this.#use("under")}(v, tag, c, k, m, ${this.#checkFunction(tag.type)});`;
    }
    const reader =
      bareType.kind === "nullable"
        ? `${this.#use("valuedOrBare")}(v, ${name})`
        : `${this.#use("valued")}(v, ${name}, c, k)`;
    const key = memberKey(tag.name);
    const value = this.#fieldCheck(tag, union, "plain");
    const variable = this.#fieldVariable([tag])
      .map((line) => `${line}\n`)
      .join("");
    return `const o = ${reader};\n${variable}return { ".tag": ${name}, ${key}: ${value} };`;
  }

  /** The check of a type that may be nullable, where null is a value. */
  #nullableCheck(type: Type, place: Place, stem: string, nothing: "null" | "undefined"): string {
    if (type.kind !== "nullable") {
      return this.#check(type, place, stem);
    }
    return `${place.value} == null ? ${nothing} : ${this.#check(type.of, place, stem)}`;
  }

  #check(type: Type, place: Place, stem: string): string {
    const { value, container, key } = place;
    const at = `${value}, ${container}, ${key}`;
    switch (type.kind) {
      case "boolean":
      case "bytes":
        return `${this.#use(type.kind)}(${at})`;
      case "void":
        return `${this.#use("nothing")}(${at}, m)`;
      case "string":
        return this.#string(type, at, stem);
      case "timestamp": {
        const iso = this.#isoCheck(type.format);
        const mode = this.#hasDates ? ", m" : "";
        if (iso !== undefined) {
          return `${iso}(${at}${mode})`;
        }
        const general = this.#use(this.#hasDates ? "date" : "timestamp");
        return `${general}(${at}${mode}, ${stringCode(type.format)})`;
      }
      case "list": {
        const bounds = trailing(type.minItems, type.maxItems);
        return `${this.#use("list")}(${at}, m, ${this.#asFunction(type.of, `${stem}Item`)}${bounds})`;
      }
      case "map": {
        const names =
          type.key.minLength ?? type.key.maxLength ?? (type.key.pattern === "" ? undefined : type.key.pattern);
        const name = names === undefined ? "" : `, ${this.#asFunction(type.key, `${stem}Key`)}`;
        return `${this.#use("map")}(${at}, m, ${this.#asFunction(type.value, `${stem}Value`)}${name})`;
      }
      case "nullable":
        return this.#nullableCheck(type, place, stem, "null");
      case "ref":
        return `${this.#checkFunction(type)}(${at}${takesMode(type, this.#context) ? ", m" : ""})`;
      default: {
        const mode = takesMode(type, this.#context) ? ", m" : "";
        const number = `${this.#numberCheck(type.kind)}(${at}${mode})`;
        return type.min === undefined && type.max === undefined
          ? number
          : `${this.#use("within")}(${number}, ${container}, ${key}, ${limitText(type.min)}, ${limitText(type.max)})`;
      }
    }
  }

  get #hasDates(): boolean {
    return this.#context.options.timestamps === "date";
  }

  /** The check of a common format, without the code for other formats; undefined for other formats. */
  #isoCheck(format: string): string | undefined {
    const name = (this.#hasDates ? isoDateFormats : isoFormats).get(format);
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

  #string(type: Extract<Type, { kind: "string" }>, at: string, stem: string): string {
    const form = runtimeForm(type.pattern ?? "");
    if (type.minLength === undefined && type.maxLength === undefined && form.kind === "none") {
      return `${this.#use("string")}(${at})`;
    }
    const lengths = `${type.minLength ?? "undefined"}, ${type.maxLength ?? "undefined"}`;
    switch (form.kind) {
      case "none":
        return `${this.#use("text")}(${at}, ${lengths})`;
      case "regexp":
        return `${this.#use("text")}(${at}, ${lengths}, ${this.#constant(`/${form.source}/u`, stem)})`;
      case "linear":
        return `${this.#use("textLinear")}(${at}, ${lengths}, ${this.#constant(literalCode(form.program), stem)})`;
      case "refused":
        return notPortable(form);
    }
  }

  /** A pattern as a constant of the module; equal patterns share one. */
  #constant(text: string, stem: string): string {
    const known = this.#patterns.get(text);
    if (known !== undefined) {
      return known;
    }
    const name = this.#module.reserve(`${stem.charAt(0).toLowerCase()}${stem.slice(1)}Pattern`);
    this.#patterns.set(text, name);
    this.#module.add(`const ${name} = ${text};`);
    return name;
  }

  /** The check of a type as a function that lists and maps can call: an existing one, or one created for this place. */
  #asFunction(type: Type, stem: string): string {
    switch (type.kind) {
      case "ref":
        return this.#checkFunction(type);
      case "boolean":
      case "bytes":
        return this.#use(type.kind);
      case "void":
        return this.#use("nothing");
      case "string":
        if (type.minLength === undefined && type.maxLength === undefined && (type.pattern ?? "") === "") {
          return this.#use("string");
        }
        break;
      case "timestamp": {
        const iso = this.#isoCheck(type.format);
        if (iso !== undefined) {
          return iso;
        }
        break;
      }
      case "list":
      case "map":
      case "nullable":
        break;
      default:
        if (type.min === undefined && type.max === undefined) {
          return this.#numberCheck(type.kind);
        }
    }
    // A field is checked wherever it is inherited; its function is created once.
    const id = `${stem} ${JSON.stringify(type, (_, value: unknown) => (typeof value === "bigint" ? `${value.toString()}n` : value))}`;
    const known = this.#helpers.get(id);
    if (known !== undefined) {
      return known;
    }
    const name = this.#module.reserve(`check${stem}`);
    this.#helpers.set(id, name);
    this.#addFunction(name, type, this.#typeText(type), [`return ${this.#check(type, whole, stem)};`], false);
    return name;
  }

  /** The check, preceded by the redacted value for logs. */
  #redacted(
    check: string,
    redactor: Redactor | undefined,
    type: Type,
    { value }: Place,
    isFloatField: boolean,
  ): string {
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
    return `m.redacting ? (${masked} as never) : ${check}`;
  }

  #routePart({ route, part, type }: UnnamedPart): void {
    const stem = this.#context.naming.routePart(this.#namespace.name, route, part);
    this.#addFunction(`check${stem}`, type, this.#typeText(type), [
      `return ${this.#nullableCheck(type, whole, stem, "null")};`,
    ]);
  }

  /** Exports functions under the names of the other types that share them, which adds nothing to a bundle. */
  #addCopies(): void {
    const nameOf = (name: string): string => checkName(nameIn(this.#namespace, name), this.#context);
    const names = [...this.#copies].map(([copy, first]) => `${nameOf(first)} as ${nameOf(copy)}`);
    if (names.length > 0) {
      this.#module.add(`export { ${names.join(", ")} };`);
    }
  }

  #checkFunction(name: Name): string {
    const check = checkName(name, this.#context);
    if (name.namespace === this.#namespace.name) {
      const first = this.#copies.get(name.name);
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

  /** Adds the check function of a type. Callers decide with `takesMode`, too, whether to pass the mode. */
  #addFunction(name: string, type: Type, returnType: string, statements: string[], isExported = true): void {
    const container = this.#module.type("../runtime/codecs.js", "Container");
    const key = this.#module.type("../runtime/codecs.js", "Key");
    const declaration: FunctionDeclarationStructure = {
      kind: functionKind,
      isExported,
      name,
      parameters: [
        { name: "v", type: "unknown" },
        { name: "c", type: container },
        { name: "k", type: key },
        ...(takesMode(type, this.#context)
          ? [{ name: "m", type: this.#module.type("../runtime/codecs.js", "Mode") }]
          : []),
      ],
      returnType,
      // As one statement: the printer separates statements with empty lines.
      statements: [statements.join("\n")],
    };
    this.#module.add(declaration);
  }
}

/** The last argument of `unknownVariant`: the `Omitted` fields of a struct with subtypes. */
function omittedArgument(fields: readonly OwnedField[]): string {
  const omitted = fields.flatMap(({ field: { name, omittedCaller } }) =>
    omittedCaller === undefined ? [] : [[name, omittedCaller]],
  );
  return omitted.length === 0 ? "" : `, ${literalCode(omitted)}`;
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
