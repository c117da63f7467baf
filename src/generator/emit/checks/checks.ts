import type { Alias, Field, Name, Namespace, Struct, Type, Union } from "../../../ir/api.js";
import type { OwnedField } from "../../../ir/walk.js";
import { definitionNames, hasTypes, nameIn, type Context } from "../../facts/context.js";
import { unnamedParts, type UnnamedPart } from "../../facts/naming.js";
import { flatBody } from "../../code/flat/expression.js";
import { Module, type TypeScriptModule } from "../../code/module.js";
import { sourceName } from "../namespace-module.js";
import { exportNames, type ListedName } from "../../code/tree/declaration.js";
import {
  binary,
  call,
  constant,
  genericCall,
  literal,
  not,
  object,
  property,
  returnStatement,
  spread,
  type Body,
  type Case,
  type Expression,
  type ObjectMember,
} from "../../code/tree/expression.js";
import { reference, textType, union, type TypeNode } from "../../code/tree/type.js";
import { isCheckedUnder } from "./check-mode.js";
import { checkName, ChecksModule, fieldsObject, mode, tagName, undefinedValue, value } from "./checks-module.js";
import { FieldChecks } from "./field-checks.js";
import { aliasPlace, partName, routePartPlace } from "./place.js";
import { ValueChecks } from "./value-checks.js";

/**
 * The maximum number of conditions in a function. TypeScript analyzes each of them back to the start of the function,
 * and gives up at about a thousand.
 */
const maxConditions = 200;

/** Whether the module with the checks of a namespace has any content. */
export function hasChecks(namespace: Namespace): boolean {
  return hasTypes(namespace) || unnamedParts(namespace.routes).length > 0;
}

/** Emits the module with the checks of a namespace's types, which the codecs of the namespace use. */
export function emitChecks(namespace: Namespace, context: Context): TypeScriptModule {
  const module = new Module(`src/${context.naming.folder(namespace.name)}/checks.ts`, sourceName(namespace));
  new ChecksEmitter(namespace, module, context).emit();
  return module.finish("script");
}

class ChecksEmitter {
  readonly #namespace: Namespace;
  readonly #context: Context;
  readonly #module: ChecksModule;
  readonly #values: ValueChecks;
  readonly #fields: FieldChecks;

  constructor(namespace: Namespace, module: Module, context: Context) {
    this.#namespace = namespace;
    this.#context = context;
    this.#module = new ChecksModule(namespace, module, context);
    this.#values = new ValueChecks(this.#module, context);
    this.#fields = new FieldChecks(this.#module, this.#values, context);
  }

  emit(): void {
    const copies: ListedName[] = [];
    for (const name of definitionNames(this.#namespace)) {
      const first = this.#module.equalChecks.get(name.name);
      if (first === undefined) {
        this.#definition(name);
      } else {
        const nameOf = (type: Name): string => checkName(type, this.#context);
        copies.push({ name: nameOf(nameIn(this.#namespace, first)), alias: nameOf(name) });
      }
    }
    unnamedParts(this.#namespace.routes).forEach((part) => this.#routePart(part));
    if (copies.length > 0) {
      this.#module.code.add(exportNames(copies)); // under the names of other types, at no cost in a bundle
    }
  }

  #definition(name: Name): void {
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

  #alias(alias: Alias): void {
    const { type, redactor } = alias;
    const owner = nameIn(this.#namespace, alias.name);
    const stem = this.#context.naming.type(owner);
    const check = this.#values.nullable(type, value, aliasPlace(stem), null);
    const checked = this.#values.redacted(check, redactor, type, value, true);
    this.#addFunction(checkName(owner, this.#context), { kind: "ref", ...owner }, this.#module.ownType(stem), [
      returnStatement(checked),
    ]);
  }

  #struct(struct: Struct): void {
    const { naming } = this.#context;
    const owner = nameIn(this.#namespace, struct.name);
    this.#addFunction(
      checkName(owner, this.#context),
      { kind: "ref", ...owner },
      this.#module.ownType(naming.type(owner)),
      this.#structBody(owner, naming.type(owner)),
    );
  }

  #tree(struct: Struct, subtypes: NonNullable<Struct["subtypes"]>): void {
    const { naming, lookup } = this.#context;
    const owner = nameIn(this.#namespace, struct.name);
    const fields = lookup.allFields(owner);
    const unknown: Body = subtypes.closed
      ? [returnStatement(call(this.#module.runtime("unknownTag"), tagName))]
      : [
          ...(fields.length === 0 ? [] : [this.#treeObject(owner)]),
          returnStatement(
            object([
              spread(
                call(
                  this.#module.runtime("unknownVariant"),
                  value,
                  tagName,
                  mode,
                  ...moreArguments(fields, this.#context),
                ),
              ),
              ...this.#members(fields, naming.fields(owner)),
            ]),
          ),
        ];
    this.#addFunction(
      checkName(owner, this.#context),
      { kind: "ref", ...owner },
      this.#module.ownType(naming.type(owner)),
      [
        constant("tag", call(this.#module.runtime("subtypeTag"), value)),
        {
          kind: "switch",
          on: tagName,
          cases: subtypes.tags.map((tag) => ({
            values: [tag.name],
            body: [returnStatement(call(`check${naming.variant(owner, tag.name)}`, value, mode))],
          })),
        },
        ...unknown,
      ],
    );
    for (const tag of subtypes.tags) {
      const variant = naming.variant(owner, tag.name);
      this.#addFunction(
        `check${variant}`,
        { kind: "ref", ...tag.type },
        this.#module.ownType(variant),
        this.#structBody(tag.type, variant, tag.name),
        false,
      );
    }
  }

  /** Declares the object that contains the fields of all subtypes. */
  #treeObject(tree: Name): Body[number] {
    return constant(
      "fields",
      genericCall(this.#module.runtime("object"), [this.#module.ownType(this.#context.naming.fields(tree))], value),
    );
  }

  /** Returns the members that copy the fields of a type. */
  #members(fields: readonly OwnedField[], typeName: string): ObjectMember[] {
    if (fields.filter(({ field }) => this.#fields.needsCondition(field)).length <= maxConditions) {
      return fields.map((field) => this.#member(field));
    }
    return Array.from({ length: Math.ceil(fields.length / maxConditions) }, (_, index) => {
      const name = partName(typeName, index + 1);
      this.#addPart(name, fields.slice(index * maxConditions, (index + 1) * maxConditions), typeName);
      return spread(call(name, fieldsObject, mode));
    });
  }

  /** Adds a function that copies some of the fields of a very large type. */
  #addPart(name: string, fields: readonly OwnedField[], typeName: string): void {
    const names = fields.map(({ field }) => field.name);
    this.#module.code.share(name, () => {
      const members = this.#members(fields, typeName);
      const unchecked = this.#module.runtimeType("Unchecked");
      return {
        kind: "function",
        isExported: false,
        name,
        parameters: [
          { name: "fields", type: reference(unchecked, this.#module.ownType(typeName)) },
          {
            name: fields.some(({ field }) => this.#fields.looksAtMode(field)) ? "mode" : "_mode",
            type: reference(this.#module.runtimeType("Mode")),
          },
        ],
        result: reference("Pick", this.#module.ownType(typeName), union(names.map(textType))),
        body: [returnStatement(object(members))],
      };
    });
  }

  /** Returns the statements that copy a struct, or a subtype with its tag. */
  #structBody(struct: Name, typeName: string, tag?: string): Body {
    const { lookup } = this.#context;
    const fields = lookup.allFields(struct);
    const type = this.#module.ownType(typeName);
    const reader = tag === undefined && lookup.needsNothing(struct) ? "objectOrNothing" : "object";
    const from = constant("fields", genericCall(this.#module.runtime(reader), [type], value));
    const tagMember = tag === undefined ? [] : [property(".tag", literal(tag))];
    const copy = object([...tagMember, ...this.#members(fields, typeName)]);
    return [
      from,
      returnStatement(genericCall(this.#module.runtime("rejectUnknown"), [type], fieldsObject, mode, copy)),
    ];
  }

  #member({ field, owner }: OwnedField): ObjectMember {
    const copied = property(field.name, this.#fields.check(field, owner, "float"));
    return field.omittedCaller === undefined
      ? copied
      : spread(binary(this.#fields.permits(field.omittedCaller), "&&", object([copied])));
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
      ? call(this.#module.runtime("unknownVariant"), value, tagName, mode)
      : call(this.#module.runtime("unknownTag"), tagName);
    const read = constant("tag", call(this.#module.runtime("unionTag"), value));
    const all: readonly Case[] = [...cases.values()];
    this.#addFunction(
      checkName(owner, this.#context),
      { kind: "ref", ...owner },
      this.#module.ownType(naming.type(owner)),
      [
        read,
        ...(all.length === 0 ? [] : [{ kind: "switch", on: tagName, cases: all } as const]),
        returnStatement(unknown),
      ],
    );
  }

  /**
   * Returns the statements for a tag. They use the variable `tag` where possible, so that many tags have equal statements,
   * which are emitted once. Such statements would otherwise be most of the code of large unions.
   */
  #variantBody(tag: Field, owner: Name, isOpen: boolean): Body {
    const body = tag.catchAll
      ? [returnStatement(call(this.#module.runtime("catchAll"), mode))]
      : this.#knownVariant(tag, owner);
    if (tag.omittedCaller === undefined) {
      return body;
    }
    const test = not(this.#fields.permits(tag.omittedCaller));
    const hidden = returnStatement(call(this.#module.runtime(isOpen ? "hiddenVariant" : "hiddenTag"), tagName, mode));
    return [{ kind: "if", test, body: [hidden] }, ...body];
  }

  /** Returns the statements that copy the variant of a tag. */
  #knownVariant(tag: Field, union: Name): Body {
    const { lookup } = this.#context;
    const bareType = lookup.withoutAliases(tag.type);
    if (bareType.kind === "void") {
      return [returnStatement(call(this.#module.runtime("bare"), value, tagName, mode))];
    }
    const tagMember = property(".tag", literal(tag.name));
    const struct = lookup.plainStruct(lookup.withoutNull(tag.type));
    if (struct !== undefined) {
      const check = this.#module.checkFunction(struct.name);
      if (bareType.kind !== "nullable") {
        return [returnStatement(call(this.#module.runtime("flat"), value, tagName, mode, check))];
      }
      const isGiven = binary(fieldsObject, "!==", undefinedValue);
      return [
        constant("fields", call(this.#module.runtime("flatOrBare"), value)),
        returnStatement(object([tagMember, spread(binary(isGiven, "&&", call(check, fieldsObject, mode)))])),
      ];
    }
    if (tag.type.kind === "ref" && isCheckedUnder(tag, lookup)) {
      return [
        returnStatement(
          call(this.#module.runtime("under"), value, tagName, mode, this.#module.checkFunction(tag.type)),
        ),
      ];
    }
    const reader = this.#module.runtime(bareType.kind === "nullable" ? "valuedOrBare" : "valued");
    return [
      constant("fields", call(reader, value, literal(tag.name))),
      returnStatement(object([tagMember, property(tag.name, this.#fields.check(tag, union, "plain"))])),
    ];
  }

  #routePart({ route, part, type }: UnnamedPart): void {
    const stem = this.#context.naming.routePart(this.#namespace.name, route, part);
    this.#addFunction(`check${stem}`, type, this.#module.type(type), [
      returnStatement(this.#values.nullable(type, value, routePartPlace(stem), null)),
    ]);
  }

  #addFunction(check: string, type: Type, result: TypeNode, body: Body, isExported = true): void {
    this.#module.code.add(this.#module.function(check, type, result, body, isExported));
  }
}

/**
 * Returns the last arguments of `unknownVariant`: the `Omitted` fields of a struct with subtypes, and all fields if some may
 * be Dates.
 */
function moreArguments(fields: readonly OwnedField[], { options }: Context): Expression[] {
  const omitted = fields.flatMap(({ field: { name, omittedCaller } }) =>
    omittedCaller === undefined ? [] : [[name, omittedCaller]],
  );
  const checked = options.timestamps === "date" ? fields.map(({ field: { name } }) => name) : [];
  return checked.length > 0 ? [literal(omitted), literal(checked)] : omitted.length === 0 ? [] : [literal(omitted)];
}
