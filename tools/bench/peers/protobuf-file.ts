import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as FieldType,
  type DescriptorProtoSchema,
  type EnumDescriptorProtoSchema,
  type FieldDescriptorProtoSchema,
  type FileDescriptorProtoSchema,
} from "@bufbuild/protobuf/wkt";
import type { Name, Type } from "../../../src/ir/api.js";
import type { Lookup, OwnedField } from "../../../src/ir/walk.js";
import { peerName } from "./names-and-limits.js";

type File = MessageInitShape<typeof FileDescriptorProtoSchema>;
type Message = MessageInitShape<typeof DescriptorProtoSchema>;
type Enumeration = MessageInitShape<typeof EnumDescriptorProtoSchema>;
type MessageField = MessageInitShape<typeof FieldDescriptorProtoSchema>;

const scalars = {
  boolean: FieldType.BOOL,
  bytes: FieldType.BYTES,
  string: FieldType.STRING,
  timestamp: FieldType.STRING,
  void: FieldType.BOOL,
  int32: FieldType.INT32,
  uint32: FieldType.UINT32,
  int64: FieldType.INT64,
  uint64: FieldType.UINT64,
  float32: FieldType.FLOAT,
  float64: FieldType.DOUBLE,
} as const;

/**
 * Types of an API as a file of Protocol Buffers: a struct becomes a message, a union a message with a `oneof`, and a union
 * whose tags have no values an enumeration. A team that uses Protocol Buffers would write it like this.
 */
export class ProtobufFile {
  readonly #lookup: Lookup;
  readonly #messages = new Map<string, Message>();
  readonly #enumerations = new Map<string, Enumeration>();

  constructor(root: Name, lookup: Lookup) {
    this.#lookup = lookup;
    this.#define(root);
  }

  /** Returns the descriptor, for `create(FileDescriptorProtoSchema, …)` or as JSON. */
  descriptor(): File {
    return {
      name: "api.proto",
      syntax: "proto3",
      messageType: [...this.#messages.values()],
      enumType: [...this.#enumerations.values()],
    };
  }

  /** Converts our JSON to the JSON mapping of Protocol Buffers, without unknown fields. */
  json(value: unknown, type: Type): unknown {
    switch (type.kind) {
      case "list":
        return (value as readonly unknown[]).map((item) => this.json(item, type.of));
      case "nullable":
        return this.json(value, type.of);
      case "ref": {
        const bare = this.#lookup.withoutAliases(type);
        return bare.kind === "ref" ? this.#toJson(value as Members, bare) : this.json(value, bare);
      }
      default:
        return value;
    }
  }

  #toJson(value: Members, name: Name): unknown {
    const definition = this.#lookup.definition(name);
    const tag = String(value[".tag"]);
    if (definition.kind === "struct") {
      const subtype = definition.subtypes?.tags.find(({ name }) => name === tag);
      return subtype === undefined ? this.#members(value, name) : { [tag]: this.#members(value, subtype.type) };
    }
    if (this.#isEnumeration(name)) {
      return tag;
    }
    const variant = this.#lookup.allFields(name).find(({ field }) => field.name === tag)?.field.type;
    if (variant === undefined || variant.kind === "void") {
      return { [tag]: true };
    }
    const struct = this.#lookup.plainStruct(this.#lookup.withoutNull(variant));
    return { [tag]: struct === undefined ? this.json(value[tag], variant) : this.#members(value, struct.name) };
  }

  #members(value: Members, name: Name): Members {
    const members = this.#lookup.allFields(name).flatMap(({ field }) => {
      const member = value[field.name];
      return member === undefined || member === null ? [] : [[field.name, this.json(member, field.type)] as const];
    });
    return Object.fromEntries(members);
  }

  #isEnumeration(name: Name): boolean {
    const tags = this.#lookup.allFields(name);
    return tags.every(({ field }) => this.#lookup.withoutAliases(field.type).kind === "void");
  }

  #define(name: Name): void {
    const id = peerName(name);
    if (this.#messages.has(id) || this.#enumerations.has(id)) {
      return;
    }
    const definition = this.#lookup.definition(name);
    if (definition.kind === "union" && this.#isEnumeration(name)) {
      const value = this.#lookup.allFields(name).map(({ field }, number) => ({ name: field.name, number }));
      this.#enumerations.set(id, { name: id, value });
      return;
    }
    this.#messages.set(id, {}); // messages may contain themselves
    const subtypes = definition.kind === "struct" ? definition.subtypes : undefined;
    this.#messages.set(id, subtypes === undefined ? this.#message(name, id) : this.#tree(subtypes.tags, id));
  }

  #message(name: Name, id: string): Message {
    const isUnion = this.#lookup.definition(name).kind === "union";
    const field = this.#lookup.allFields(name).map((owned, index) => this.#field(owned, index + 1, isUnion));
    return { name: id, field, oneofDecl: isUnion ? [{ name: "tag" }] : [] };
  }

  #tree(tags: readonly { readonly name: string; readonly type: Name }[], id: string): Message {
    const field = tags.map((tag, index) => ({
      ...this.#typed(tag.name, index + 1, { kind: "ref", ...tag.type }),
      oneofIndex: 0,
    }));
    return { name: id, field, oneofDecl: [{ name: "tag" }] };
  }

  #field({ field }: OwnedField, number: number, isVariant: boolean): MessageField {
    const bare = this.#lookup.bare(field.type);
    if (bare.kind === "list") {
      return { ...this.#typed(field.name, number, bare.of), label: Label.REPEATED };
    }
    return { ...this.#typed(field.name, number, bare), ...(isVariant && { oneofIndex: 0 }) };
  }

  #typed(name: string, number: number, type: Type): MessageField {
    const common = { name, jsonName: name, number, label: Label.OPTIONAL };
    const bare = this.#lookup.bare(type);
    if (bare.kind === "ref") {
      this.#define(bare);
      const isMessage = this.#messages.has(peerName(bare));
      return { ...common, type: isMessage ? FieldType.MESSAGE : FieldType.ENUM, typeName: `.${peerName(bare)}` };
    }
    if (bare.kind === "list" || bare.kind === "map" || bare.kind === "nullable") {
      throw new Error(`${name}: Protocol Buffers have no ${bare.kind} there`);
    }
    return { ...common, type: scalars[bare.kind] };
  }
}

type Members = Readonly<Record<string, unknown>>;
