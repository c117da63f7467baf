import type { Name, Type } from "../../ir/api.js";
import { isPrimitive } from "../../ir/kinds.js";
import { qualified } from "../../ir/names.js";
import type { Finding } from "../report.js";
import type { Side } from "../pairing.js";
import type { Refusal } from "./judge.js";

/** Determines which findings can explain why a message is rejected at a place. */
export class RefusalPlace {
  /** The definitions, members and aliases on the path to the place. */
  readonly #passed = new Set<string>();
  /** The definitions at the place itself. Any of their members may be the reason. */
  readonly #reached = new Set<string>();

  /** `sides` are the sides that have a type for the message. */
  constructor(sides: readonly { readonly side: Side; readonly type: Type }[], message: unknown, { path }: Refusal) {
    const segments = [...path.matchAll(/\[("(?:[^"\\]|\\.)*"|\d+)\]|([^.[]+)/g)].map(([, bracketed, name = ""]) =>
      bracketed === undefined ? name : String(JSON.parse(bracketed)),
    );
    sides.forEach(({ side, type }) => this.#walk(side, type, message, segments));
  }

  isExplainedBy({ rule, subject, detail }: Finding): boolean {
    // A renamed field may be rejected under one name and missing under the other, and a renamed tag under either name.
    const names = rule === "field-renamed" || rule === "tag-renamed" ? [subject, String(detail?.to)] : [subject];
    return names.some((name) => this.#isAt(name));
  }

  #isAt(subject: string): boolean {
    if (subject.includes("#")) {
      return true; // the finding is about the type of the whole part
    }
    const place = subject.replace(/(?:\[\]|\{\}|\{key\})+$/, "");
    const owner = place.replace(/^([^.]*\.[^.]*)\..*$/, "$1");
    return this.#passed.has(place) || this.#reached.has(owner);
  }

  #walk(side: Side, type: Type, value: unknown, segments: readonly string[]): void {
    const [segment, ...rest] = segments;
    this.#passAliases(side, type);
    const bare = side.bare(type);
    if (isPrimitive(bare)) {
      return;
    }
    switch (bare.kind) {
      case "ref":
        return this.#walkNamed(side, bare, value, segments);
      case "list":
        return segment === undefined ? undefined : this.#walk(side, bare.of, memberOf(value, segment), rest);
      case "map":
        return segment === undefined ? undefined : this.#walk(side, bare.value, memberOf(value, segment), rest);
      case "nullable":
      case "void":
        return;
      default:
        return bare satisfies never;
    }
  }

  #passAliases(side: Side, type: Type): void {
    const at = type.kind === "nullable" ? type.of : type;
    const definition = at.kind === "ref" ? side.definition(at) : undefined;
    if (at.kind === "ref" && definition?.kind === "alias") {
      this.#passed.add(qualified(at));
      this.#passAliases(side, definition.alias.type);
    } else if (at.kind === "map") {
      this.#passAliases(side, at.key);
    }
  }

  #walkNamed(side: Side, name: Name, value: unknown, segments: readonly string[]): void {
    const definition = side.definition(name);
    const isPlace = segments.length === 0 || segments[0] === ".tag";
    const ancestors = [name, ...side.allFields(name).map(({ owner }) => owner)].map(qualified);
    ancestors.forEach((one) => this.#passed.add(one));
    (isPlace ? ancestors : []).forEach((one) => this.#reached.add(one));
    const tag = typeof value === "string" ? value : memberOf(value, ".tag");
    if (definition.kind === "union") {
      this.#walkVariant(side, name, tag, value, segments);
    } else if (definition.kind === "struct") {
      const subtype = definition.subtypes?.tags.find((one) => one.name === tag);
      if (subtype !== undefined) {
        this.#passed.add(`${qualified(name)}.${subtype.name}`);
        this.#walkNamed(side, subtype.type, value, segments);
      } else {
        this.#walkMember(side, name, value, segments);
      }
    }
  }

  #walkVariant(side: Side, union: Name, tag: unknown, value: unknown, segments: readonly string[]): void {
    const member = side.allFields(union).find(({ field }) => field.name === tag);
    if (member === undefined) {
      this.#reached.add(qualified(union)); // the value has another tag
      return;
    }
    const { field, owner } = member;
    this.#passed.add(`${qualified(owner)}.${field.name}`);
    const struct = side.plainStruct(side.withoutNull(field.type));
    if (struct !== undefined) {
      this.#passAliases(side, field.type);
      this.#walkNamed(side, struct.name, value, segments);
    } else if (segments[0] === field.name) {
      this.#walk(side, field.type, memberOf(value, field.name), segments.slice(1));
    }
  }

  #walkMember(side: Side, struct: Name, value: unknown, [segment, ...rest]: readonly string[]): void {
    const member = side.allFields(struct).find(({ field }) => field.name === segment);
    if (segment !== undefined && member !== undefined) {
      this.#passed.add(`${qualified(member.owner)}.${segment}`);
      this.#walk(side, member.field.type, memberOf(value, segment), rest);
    }
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
