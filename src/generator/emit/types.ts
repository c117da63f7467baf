import type { Alias, Doc, Field, Name, Namespace, Struct, Type, Union, Value } from "../../ir/api.js";
import { qualified } from "../../ir/names.js";
import { namesInDefinition } from "../../ir/references.js";
import { flatType } from "../code/flat/type.js";
import { propertyKey } from "../code/literals.js";
import { Module, type TypeScriptModule } from "../code/module.js";
import {
  objectType,
  reference,
  textType,
  undefinedType,
  union,
  type MemberType,
  type TypeNode,
} from "../code/tree/type.js";
import { definitionNames, type Context } from "../facts/context.js";
import { typeNode, type Qualify, type View } from "../facts/type-node.js";
import { differs, fieldsDiffer, typeDiffers } from "../facts/views.js";
import { comment, fieldNotes, mentionsWithin, mentionsIn, type Mentions } from "./comments.js";
import { sourceName, qualifierIn } from "./namespace-module.js";

/** Emits the module with the types of a namespace. */
export function emitTypes(namespace: Namespace, context: Context): TypeScriptModule {
  const module = new Module(`src/${context.naming.folder(namespace.name)}/types.ts`, sourceName(namespace));
  const qualifyForeign = qualifierIn(module, namespace, context);
  const qualify: Qualify = (other, type) => (other === namespace.name ? type : qualifyForeign(other, type));
  const namespaceNames = namespacesNamedBy(namespace, context).add(namespace.name);
  const mentions = mentionsIn(context, {
    prefix: (other) => (namespaceNames.has(other) ? qualify(other, "") : undefined),
  });
  definitionNames(namespace).forEach((name) => new TypesEmitter(name, { module, mentions, qualify }, context).emit());
  return module.finish("declarations");
}

/** Returns the namespaces that the types and aliases of a namespace refer to. Their types can be linked without another import. */
function namespacesNamedBy(namespace: Namespace, { lookup }: Context): Set<string> {
  const names = definitionNames(namespace).flatMap((name) => namesInDefinition(lookup.definition(name)));
  return new Set(names.map((name) => name.namespace));
}

interface Scope {
  readonly module: Module;
  readonly mentions: Mentions;
  readonly qualify: Qualify;
}

/** Emits the types of one definition: the readable form, and the writable form if it differs. */
class TypesEmitter {
  readonly #name: Name;
  readonly #context: Context;
  readonly #module: Module;
  readonly #mentions: Mentions;
  readonly #qualify: Qualify;

  constructor(name: Name, { module, mentions, qualify }: Scope, context: Context) {
    this.#name = name;
    this.#context = context;
    this.#module = module;
    this.#mentions = mentionsWithin(name, mentions);
    this.#qualify = qualify;
  }

  emit(): void {
    const definition = this.#context.lookup.definition(this.#name);
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
    const { naming } = this.#context;
    const name = this.#name;
    this.#addAlias(naming.type(name), this.#type(alias.type, "read"), this.#doc(alias.doc));
    if (typeDiffers(name, this.#context)) {
      this.#addAlias(naming.input(name), this.#type(alias.type, "write"), this.#inputDoc(name));
    }
  }

  #struct(struct: Struct): void {
    const { naming } = this.#context;
    const name = this.#name;
    this.#addInterface(
      naming.type(name),
      this.#parents(struct, "read"),
      this.#properties(struct, "read"),
      this.#doc(struct.doc),
    );
    if (fieldsDiffer(name, this.#context)) {
      this.#addInterface(
        naming.input(name),
        this.#parents(struct, "write"),
        this.#properties(struct, "write"),
        this.#inputDoc(name),
      );
    }
  }

  /** Emits a struct with subtypes: an interface of the common fields, an interface for each subtype, and the union of the subtypes. */
  #tree(struct: Struct, subtypes: NonNullable<Struct["subtypes"]>): void {
    const { naming } = this.#context;
    const name = this.#name;
    for (const view of ["read", "write"] as const) {
      if (view === "write" && !typeDiffers(name, this.#context)) {
        continue;
      }
      const variants = subtypes.tags.map((tag) => this.#variant(name, tag.name, tag.type, view));
      if (!subtypes.closed) {
        variants.push(this.#reference(name, naming.unknownVariant(name)));
      }
      const doc = view === "read" ? this.#doc(struct.doc) : this.#inputDoc(name);
      this.#addAlias(view === "read" ? naming.type(name) : naming.input(name), oneOf(variants), doc);
      const fieldsDoc = `The fields of every ${this.#mentions.type(name)}.`;
      if (view === "read") {
        this.#addInterface(naming.fields(name), this.#parents(struct, view), this.#properties(struct, view), fieldsDoc);
      } else if (fieldsDiffer(name, this.#context)) {
        this.#addInterface(
          naming.fieldsInput(name),
          this.#parents(struct, view),
          this.#properties(struct, view),
          fieldsDoc,
        );
      }
      for (const tag of subtypes.tags) {
        this.#addVariant(name, tag.name, tag.type, view, undefined);
      }
      if (!subtypes.closed && view === "read") {
        const unknown = this.#module.type("../runtime/shared.js", "UnknownVariant");
        const unknownDoc = `A {@link ${naming.type(name)}} subtype that is unknown to this version of the package. It is retained unchanged.`;
        this.#addInterface(
          naming.unknownVariant(name),
          [reference(naming.fields(name)), reference(unknown)],
          [],
          unknownDoc,
        );
      }
    }
  }

  #union(union: Union): void {
    const { naming } = this.#context;
    const name = this.#name;
    this.#addAlias(naming.type(name), this.#unionType(union, name, "read"), this.#doc(union.doc));
    if (typeDiffers(name, this.#context)) {
      this.#addAlias(naming.input(name), this.#unionType(union, name, "write"), this.#inputDoc(name));
    }
    for (const tag of union.fields) {
      const struct = this.#context.lookup.plainStruct(this.#context.lookup.withoutNull(tag.type));
      if (struct !== undefined) {
        this.#addVariant(name, tag.name, struct.name, "read", tag);
        this.#addVariant(name, tag.name, struct.name, "write", tag);
      }
    }
  }

  #unionType(union: Union, name: Name, view: View): TypeNode {
    const { lookup, naming } = this.#context;
    const voidTags = union.fields.filter((tag) => lookup.withoutAliases(tag.type).kind === "void");
    const strings = voidTags.map((tag) => textType(tag.name));
    const valuesDiffer = union.fields.some((tag) => differs(tag.type, this.#context));
    const parentDiffers = union.parent !== undefined && typeDiffers(union.parent, this.#context);
    if (view === "write" && !valuesDiffer && !parentDiffers) {
      return oneOf([this.#reference(name, naming.type(name)), ...strings]);
    }
    const variants: TypeNode[] = [];
    if (union.parent !== undefined) {
      const { parent } = union;
      const isWritable = view === "write" && parentDiffers;
      variants.push(this.#reference(parent, isWritable ? naming.input(parent) : naming.type(parent)));
    }
    for (const tag of union.fields) {
      variants.push(...this.#unionVariants(tag, name, view));
    }
    if (view === "write") {
      variants.push(...strings);
    }
    if (union.fields.some((tag) => tag.catchAll)) {
      variants.push(reference(this.#module.type("../runtime/shared.js", "UnknownVariant")));
    }
    return oneOf(variants);
  }

  #unionVariants(tag: Field, owner: Name, view: View): TypeNode[] {
    const { lookup } = this.#context;
    const bare = lookup.withoutAliases(tag.type);
    const { notes, tags } = fieldNotes(tag);
    const doc = comment(tag.doc, this.#mentions, notes, tags);
    const origin = memberOf(owner, tag.name);
    const tagProperty: MemberType = { ...tagMember(owner, tag.name), doc };
    if (bare.kind === "void") {
      return [objectType([tagProperty])];
    }
    const isNullable = bare.kind === "nullable";
    const struct = lookup.plainStruct(lookup.withoutNull(tag.type));
    if (struct !== undefined) {
      const variant = this.#variant(owner, tag.name, struct.name, view);
      return isNullable ? [objectType([tagProperty]), variant] : [variant];
    }
    const type = this.#type(lookup.withoutNull(tag.type), view);
    return [objectType([tagProperty, { name: propertyKey(tag.name), origin, ...optional(type, isNullable) }])];
  }

  /** Returns the interface of a variant whose value is a struct, in a view. */
  #variant(owner: Name, tag: string, struct: Name, view: View): TypeNode {
    const { naming } = this.#context;
    const isWritable = view === "write" && fieldsDiffer(struct, this.#context);
    return this.#reference(owner, isWritable ? naming.variantInput(owner, tag) : naming.variant(owner, tag));
  }

  #addVariant(owner: Name, tag: string, struct: Name, view: View, field: Field | undefined): void {
    const { naming } = this.#context;
    if (view === "write" && !fieldsDiffer(struct, this.#context)) {
      return;
    }
    const isInput = view === "write";
    const { notes, tags } = field === undefined ? { notes: [], tags: [] } : fieldNotes(field);
    const doc = field === undefined ? undefined : comment(field.doc, this.#mentions, notes, tags);
    this.#addInterface(
      isInput ? naming.variantInput(owner, tag) : naming.variant(owner, tag),
      [this.#reference(struct, isInput ? naming.input(struct) : naming.type(struct))],
      [{ ...tagMember(owner, tag), doc }],
      undefined,
    );
  }

  #parents(struct: Struct, view: View): TypeNode[] {
    const { parent } = struct;
    if (parent === undefined) {
      return [];
    }
    const { naming, lookup } = this.#context;
    const isTree = lookup.struct(parent).subtypes !== undefined;
    const form =
      view === "write" && fieldsDiffer(parent, this.#context)
        ? isTree
          ? naming.fieldsInput(parent)
          : naming.input(parent)
        : isTree
          ? naming.fields(parent)
          : naming.type(parent);
    return [this.#reference(parent, form)];
  }

  #properties(struct: Struct, view: View): MemberType[] {
    return struct.fields.map((field) => this.#property(field, view));
  }

  #property(field: Field, view: View): MemberType {
    const { lookup } = this.#context;
    const isNullable = lookup.isNullable(field.type);
    const isOptional =
      isNullable || field.omittedCaller !== undefined || (view === "write" && field.default !== undefined);
    const type = this.#type(lookup.withoutNull(field.type), view);
    const { notes, tags } = fieldNotes(field);
    if (field.default !== undefined) {
      tags.push(`@defaultValue ${this.#defaultText(field.default, field.type)}`);
    }
    return {
      name: propertyKey(field.name),
      origin: memberOf(this.#name, field.name),
      ...optional(type, isOptional),
      doc: comment(field.doc, this.#mentions, notes, tags),
    };
  }

  #defaultText(value: Value, type: Type): string {
    if (typeof value === "object" && value !== null) {
      return `\`${JSON.stringify(value.tag)}\``;
    }
    const { kind } = this.#context.lookup.withoutAliases(type);
    if ((kind === "int64" || kind === "uint64") && this.#context.options.int64 === "bigint") {
      return `\`${String(value)}n\``;
    }
    return `\`${typeof value === "bigint" ? value.toString() : JSON.stringify(value).replace(/\*\//g, "*\\/")}\``;
  }

  #type(type: Type, view: View): TypeNode {
    return typeNode(type, view, this.#context, this.#qualify);
  }

  /** Returns a reference to a type that is generated for a definition. `name` is its generated name. */
  #reference({ namespace }: Name, name: string): TypeNode {
    return reference(this.#qualify(namespace, name));
  }

  #doc(doc: Doc | undefined): string | undefined {
    return comment(doc, this.#mentions);
  }

  #inputDoc(name: Name): string {
    const { lookup } = this.#context;
    const definition = lookup.definition(name);
    const fields = definition.kind === "alias" ? [] : lookup.allFields(name).map(({ field }) => field);
    const form = `The writable form of ${this.#mentions.type(name)}`;
    if (fields.some((field) => field.default !== undefined)) {
      return `${form}: defaults may be omitted.`;
    }
    return definition.kind === "union" && fields.some(({ type }) => lookup.withoutAliases(type).kind === "void")
      ? `${form}: a tag without a value may be a bare string.`
      : `${form}.`;
  }

  #addAlias(name: string, type: TypeNode, doc: string | undefined): void {
    this.#module.add({ kind: "alias", name, type, doc, origin: qualified(this.#name) });
  }

  #addInterface(
    name: string,
    parents: readonly TypeNode[],
    properties: readonly MemberType[],
    doc: string | undefined,
  ): void {
    this.#module.add({ kind: "interface", name, parents, properties, doc, origin: qualified(this.#name) });
  }
}

function tagMember(owner: Name, tag: string): MemberType {
  return { name: '".tag"', type: textType(tag), origin: memberOf(owner, tag) };
}

/** Returns the name of a field or tag, as findings have it: `files.Metadata.size`. */
function memberOf(owner: Name, member: string): string {
  return `${qualified(owner)}.${member}`;
}

/** Returns the type of a member that may be missing. */
function optional(type: TypeNode, isOptional: boolean): Pick<MemberType, "type" | "isOptional"> {
  return isOptional ? { type: union([type, undefinedType]), isOptional } : { type };
}

/** Returns a union without duplicate types. */
function oneOf(types: readonly TypeNode[]): TypeNode {
  return union([...new Map(types.map((type) => [flatType(type), type])).values()]);
}
