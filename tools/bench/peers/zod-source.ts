import type { Field, Name, Type } from "../../../src/ir/api.js";
import type { Lookup } from "../../../src/ir/walk.js";
import { base64Pattern, enginePattern, integerBounds, peerName, timestampPatterns } from "./names-and-limits.js";

/**
 * Returns a JavaScript module with zod schemas, such as `files_FileMetadata`, for some types and all types that they
 * refer to, as a person would write them. README.md lists what they do not check.
 */
export function zodSource(roots: readonly Name[], lookup: Lookup): string {
  return new ZodModule(lookup).of(roots);
}

class ZodModule {
  readonly #lookup: Lookup;
  readonly #statements = ['import { z } from "zod";'];
  /** The names declared so far, and those being declared. */
  readonly #declared = new Map<string, "open" | "done">();

  constructor(lookup: Lookup) {
    this.#lookup = lookup;
  }

  of(roots: readonly Name[]): string {
    for (const root of roots) {
      this.#named(root);
    }
    return `${this.#statements.join("\n")}\n`;
  }

  #type(type: Type): string {
    switch (type.kind) {
      case "boolean":
        return "z.boolean()";
      case "void":
        return "z.null()";
      case "bytes":
        return `z.string().regex(${regex(base64Pattern)})`;
      case "timestamp":
        return `z.string()${call("regex", regex(timestampPatterns.get(type.format)))}`;
      case "string":
        return [
          "z.string()",
          call("min", type.minLength),
          call("max", type.maxLength),
          call("regex", regex(enginePattern(type))),
        ].join("");
      case "float32":
      case "float64":
        return `z.number()${call("min", type.min)}${call("max", type.max)}`;
      case "list":
        return `z.array(${this.#type(type.of)})${call("min", type.minItems)}${call("max", type.maxItems)}`;
      case "map":
        return `z.record(${this.#type(type.key)}, ${this.#type(type.value)})`;
      case "nullable":
        return `${this.#type(type.of)}.nullable()`;
      case "ref":
        return this.#named(type);
      default: {
        // z.int32() and z.int() have their own bounds.
        const kind = type.kind === "int32" || type.kind === "uint32" ? type.kind : "int";
        const [lowest] = integerBounds[type.kind];
        const min = type.min ?? (type.kind === "uint64" ? lowest : undefined);
        return `z.${kind}()${call("min", min)}${call("max", type.max)}`;
      }
    }
  }

  /** Returns a reference to a type, which is declared first. */
  #named(name: Name): string {
    const definition = this.#lookup.definition(name);
    const id = peerName(name);
    const state = this.#declared.get(id);
    if (state === "open") {
      return `z.lazy(() => ${id})`; // a type that contains itself
    }
    if (state === undefined) {
      this.#declared.set(id, "open");
      this.#declare(
        id,
        definition.kind === "alias"
          ? this.#type(definition.alias.type)
          : definition.kind === "union"
            ? this.#union(name)
            : this.#structOrTree(name),
      );
      this.#declared.set(id, "done");
    }
    return id;
  }

  #declare(id: string, schema: string): void {
    this.#statements.push(`export const ${id} = ${schema};`);
  }

  #structOrTree(name: Name): string {
    const { subtypes } = this.#lookup.struct(name);
    if (subtypes === undefined) {
      return this.#struct(name);
    }
    return unionSource(subtypes.tags.map((tag) => taggedObject(this.#fieldSchema(tag.type), tag.name)));
  }

  #struct(name: Name): string {
    const { parent, fields } = this.#lookup.struct(name);
    const ownMembers = this.#members(fields);
    if (parent === undefined) {
      return `z.object(${ownMembers})`;
    }
    return fields.length === 0 ? this.#fieldSchema(parent) : `${this.#fieldSchema(parent)}.extend(${ownMembers})`;
  }

  /** Returns the schema of a struct's fields. If the struct has subtypes, it differs from the schema of its values. */
  #fieldSchema(name: Name): string {
    if (this.#lookup.struct(name).subtypes === undefined) {
      const mention = this.#named(name);
      return mention.startsWith("z.lazy") ? this.#struct(name) : mention;
    }
    const id = `${peerName(name)}Fields`;
    if (!this.#declared.has(id)) {
      this.#declared.set(id, "done");
      this.#declare(id, this.#struct(name));
    }
    return id;
  }

  #members(fields: readonly Field[]): string {
    return `{ ${fields.map((field) => `${JSON.stringify(field.name)}: ${this.#field(field)}`).join(", ")} }`;
  }

  #field(field: Field): string {
    const type = this.#type(this.#lookup.withoutNull(field.type));
    if (field.default !== undefined && field.default !== null) {
      const value = typeof field.default === "object" ? { ".tag": field.default.tag } : field.default;
      return `${type}.default(${typeof value === "bigint" ? `${value}n` : JSON.stringify(value)})`;
    }
    return this.#lookup.isNullable(field.type) ? `${type}.nullish()` : type;
  }

  #union(name: Name): string {
    const tags = this.#lookup.allFields(name).map(({ field }) => field);
    const bare = tags.filter((tag) => this.#lookup.withoutAliases(tag.type).kind === "void");
    const valuedTags = tags.filter((tag) => !bare.includes(tag));
    const names = JSON.stringify(bare.map((tag) => tag.name));
    return unionSource([
      ...(bare.length === 0 ? [] : [`z.object({ ".tag": z.enum(${names}) })`]),
      ...valuedTags.map((tag) => this.#variant(tag)),
    ]);
  }

  #variant(tag: Field): string {
    const struct = this.#lookup.plainStruct(this.#lookup.withoutNull(tag.type));
    return struct === undefined
      ? taggedObject(`z.object(${this.#members([tag])})`, tag.name)
      : taggedObject(this.#fieldSchema(struct.name), tag.name);
  }
}

function unionSource(variants: readonly string[]): string {
  const [only] = variants;
  return only !== undefined && variants.length === 1 ? only : `z.discriminatedUnion(".tag", [${variants.join(", ")}])`;
}

function taggedObject(object: string, tag: string): string {
  const member = `".tag": z.literal(${JSON.stringify(tag)})`;
  return object.startsWith("z.object({ ")
    ? object.replace("z.object({ ", `z.object({ ${member}, `)
    : `${object}.extend({ ${member} })`;
}

function call(method: string, argument: string | number | bigint | undefined): string {
  return argument === undefined ? "" : `.${method}(${argument.toString()})`;
}

function regex(source: string | undefined): string | undefined {
  return source === undefined ? undefined : `/${source}/u`;
}
