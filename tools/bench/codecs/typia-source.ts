import type { Field, Name, Type } from "../../../src/ir/api.js";
import type { Lookup } from "../../../src/ir/walk.js";
import { base64Pattern, enginePattern, peerName, timestampPatterns } from "./names-and-limits.js";

/**
 * Returns a TypeScript module with an interface or a type, such as `files_FileMetadata`, for a type and all types that
 * it refers to, and with typia's function `check`, which checks and copies values of the type. README.md lists what it
 * does not check.
 */
export function typiaSource(root: Name, lookup: Lookup): string {
  return new TypiaModule(lookup).of(root);
}

class TypiaModule {
  readonly #lookup: Lookup;
  readonly #statements = ['import typia, { type tags } from "typia";'];
  readonly #declared = new Set<string>();

  constructor(lookup: Lookup) {
    this.#lookup = lookup;
  }

  of(root: Name): string {
    const type = this.#named(root);
    return [...this.#statements, `export const check = typia.misc.createAssertClone<${type}>();`, ""].join("\n");
  }

  #type(type: Type): string {
    switch (type.kind) {
      case "boolean":
        return "boolean";
      case "void":
        return "null";
      case "bytes":
        return restricted("string", { Pattern: base64Pattern });
      case "timestamp":
        return restricted("string", { Pattern: timestampPatterns.get(type.format) });
      case "string":
        return restricted("string", {
          MinLength: type.minLength,
          MaxLength: type.maxLength,
          Pattern: enginePattern(type),
        });
      case "float32":
      case "float64":
        return restricted("number", { Minimum: type.min, Maximum: type.max });
      case "list":
        return restricted(`(${this.#type(type.of)})[]`, { MinItems: type.minItems, MaxItems: type.maxItems });
      case "map":
        return `Record<string, ${this.#type(type.value)}>`;
      case "nullable":
        return `${this.#type(type.of)} | null`;
      case "ref":
        return this.#named(type);
      default:
        return restricted("number", { Type: type.kind, Minimum: type.min, Maximum: type.max });
    }
  }

  /** Returns a reference to a type, which is declared if necessary. */
  #named(name: Name): string {
    const id = peerName(name);
    if (!this.#declared.has(id)) {
      this.#declared.add(id);
      const definition = this.#lookup.definition(name);
      switch (definition.kind) {
        case "alias":
          this.#statements.push(`type ${id} = ${this.#type(definition.alias.type)};`);
          break;
        case "union":
          this.#statements.push(`type ${id} = ${this.#variants(name).join(" | ")};`);
          break;
        default:
          this.#structOrTree(name);
      }
    }
    return id;
  }

  #structOrTree(name: Name): void {
    const { subtypes } = this.#lookup.struct(name);
    const id = peerName(name);
    if (subtypes === undefined) {
      this.#statements.push(`interface ${id} {${this.#members(name)}}`);
    } else {
      const variants = subtypes.tags.map(({ name: tag, type }) => this.#tagged(id, tag, this.#members(type)));
      this.#statements.push(`type ${id} = ${variants.join(" | ")};`);
    }
  }

  #variants(union: Name): string[] {
    const id = peerName(union);
    return this.#lookup.allFields(union).map(({ field: tag }) => {
      const type = this.#lookup.withoutNull(tag.type);
      const struct = this.#lookup.plainStruct(type);
      const isBare = this.#lookup.withoutAliases(tag.type).kind === "void";
      const members = isBare ? "" : struct === undefined ? this.#field(tag) : this.#members(struct.name);
      return this.#tagged(id, tag.name, members);
    });
  }

  /** Declares an interface for a variant, and returns its name. */
  #tagged(type: string, tag: string, members: string): string {
    const id = `${type}_${tag}`;
    this.#statements.push(`interface ${id} { ".tag": ${JSON.stringify(tag)};${members}}`);
    return id;
  }

  #members(struct: Name): string {
    return this.#lookup
      .allFields(struct)
      .map(({ field }) => this.#field(field))
      .join("");
  }

  #field(field: Field): string {
    const mark = field.default !== undefined || this.#lookup.isNullable(field.type) ? "?" : "";
    return ` ${JSON.stringify(field.name)}${mark}: ${this.#type(field.type)};`;
  }
}

/** Returns a type with typia's tags for its restrictions. */
function restricted(
  type: string,
  restrictions: Readonly<Record<string, string | number | bigint | undefined>>,
): string {
  const tags = Object.entries(restrictions).flatMap(([tag, value]) =>
    value === undefined ? [] : [`tags.${tag}<${typeof value === "string" ? JSON.stringify(value) : value}>`],
  );
  return tags.length === 0 ? type : `(${[type, ...tags].join(" & ")})`;
}
