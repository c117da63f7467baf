import * as diagnostics from "../../text/diagnostics/catalogue.js";
import { withRelated, type Finding } from "../../text/diagnostics/diagnostic.js";
import type { Doc, DocPart, Type } from "../../ir/api.js";
import type { ItemSource } from "../../text/item-source.js";
import type { Span } from "../../text/span.js";
import type * as ast from "../../syntax/ast.js";
import { docReference, joinLines, trimLines, unwrap } from "./doc-text.js";
import { allFields, fieldNamed, type Fields } from "./fields.js";
import { isOpen, mayBeIncomplete, type Parents } from "./inherit.js";
import { isBuiltinType } from "./builtin-types.js";
import { describeDefinition, qualifiedName, type Definition, type Scope, type TypeDefinition } from "./definitions.js";
import { referred, type Program } from "./program.js";
import type { Resolver } from "./resolve.js";
import { declaredIn } from "./type-suggestions.js";

type Resolved = Exclude<DocPart, string> | Finding | undefined;

/** The context of documentation: what references can leave out, and whether invalid references are errors (DOC-5). */
export interface DocOwner {
  readonly scope: Scope;
  /** The type whose fields can be referred to without its name. */
  readonly type?: TypeDefinition;
  readonly checked: boolean;
  /** The sentences of annotations, which precede the documentation. */
  readonly notices?: string;
}

/** Unwraps documentation and resolves its references. Reports DOC errors. */
export class DocReader {
  readonly #program: Program;
  readonly #resolver: Resolver;
  readonly #fields: Fields;
  readonly #parents: Parents;

  constructor(program: Program, resolver: Resolver, fields: Fields, parents: Parents) {
    this.#program = program;
    this.#resolver = resolver;
    this.#fields = fields;
    this.#parents = parents;
  }

  read(doc: ast.Doc | undefined, owner: DocOwner): Doc | undefined {
    const notices = owner.notices ?? "";
    if (doc === undefined) {
      // QUIRK-17: without documentation, the text is only the notices. Stone appends the word None.
      return notices === "" ? undefined : { raw: undefined, text: notices.trimEnd(), parts: [] };
    }
    const raw = trimLines(doc.text);
    const text = joinLines(raw);
    return { raw, text: `${notices}${text}`, parts: this.#parts(text, doc, owner) };
  }

  /** Returns the combined documentation of the files of a namespace (NS-6). */
  readNamespace(docs: readonly ast.Doc[], scope: Scope): Doc | undefined {
    if (docs.length === 0) {
      return undefined;
    }
    const text = docs.map((doc) => `${unwrap(doc.text)}\n`).join("");
    const parts = docs.flatMap((doc) => this.#parts(`${unwrap(doc.text)}\n`, doc, { scope, checked: false }));
    return { raw: undefined, text, parts };
  }

  #parts(text: string, doc: ast.Doc, owner: DocOwner): DocPart[] {
    if (!text.includes("`")) {
      return text === "" ? [] : [text]; // most documentation has no references
    }
    const parts: DocPart[] = [];
    const written = new WrittenReferences(doc, text);
    let end = 0;
    for (const match of text.matchAll(docReference)) {
      const [whole, kind = "", value = ""] = match;
      const resolved = this.#resolve(kind, value, owner, doc.span);
      if (resolved === undefined) {
        continue;
      }
      if (!("code" in resolved)) {
        if (match.index > end) {
          parts.push(text.slice(end, match.index));
        }
        parts.push(resolved);
        end = match.index + whole.length;
      } else if (owner.checked) {
        this.#program.report({ ...resolved, span: written.find(match.index, match.index + whole.length) });
      }
    }
    if (end < text.length) {
      parts.push(text.slice(end));
    }
    return parts;
  }

  /**
   * Returns the target of a reference, or the reason why it is invalid; undefined if it may be invalid only because of
   * an earlier error.
   */
  #resolve(kind: string, value: string, owner: DocOwner, span: Span): Resolved {
    switch (kind) {
      case "type":
        return this.#type(value, owner, span);
      case "field":
        return this.#field(value, owner, span);
      case "route":
        return this.#route(value, owner, span);
      case "link": {
        const space = value.lastIndexOf(" ");
        return space < 2 || space === value.length - 1
          ? diagnostics.docLink(span, value)
          : { kind: "link", title: value.slice(0, space), url: value.slice(space + 1) };
      }
      case "val":
        return /^(?:null|true|false|-?\d+(?:\.\d*)?(?:e-?\d+)?|"[^\\"]*")$/.test(value)
          ? { kind: "val", value }
          : diagnostics.docValue(span, value);
      default:
        return diagnostics.docUnknownKind(span, kind);
    }
  }

  #type(value: string, owner: DocOwner, span: Span): Resolved {
    const definition = this.#definition(value.split("."), owner, span, value);
    if (definition === undefined || "code" in definition) {
      return definition;
    }
    return definition.kind === "type"
      ? { kind: "type", ...qualifiedName(definition) }
      : diagnostics.docNotAType(span, value, `is ${describeDefinition(definition)}, not a struct or union`);
  }

  /**
   * Returns the definition that a name refers to, given the parts of the name between dots. Returns a finding if the
   * name is invalid.
   */
  #definition(
    names: readonly string[],
    owner: DocOwner,
    span: Span,
    written: string,
  ): Definition | Finding | undefined {
    const [first = "", second] = names;
    const scope = second === undefined ? owner.scope : this.#resolver.findNamespace(owner.scope, first, span);
    if (scope === undefined || "code" in scope) {
      return scope;
    }
    const name = second ?? first;
    const definition = scope.definitions.get(name);
    if (definition !== undefined && names.length <= 2) {
      return definition;
    }
    if (isBuiltinType(name)) {
      return diagnostics.docNotAType(span, written, "is a built-in type, not a struct or union");
    }
    if (scope.routes.has(name)) {
      return diagnostics.docNotAType(span, written, "is a route, not a type");
    }
    if (this.#resolver.isBroken(scope, name)) {
      return undefined;
    }
    const problem = "is not a known struct or union";
    const nearest = this.#program.suggestions.nearest(name, () => scope.definitions.keys());
    const other = nearest === undefined ? this.#resolver.suggestions.elsewhere(owner.scope, name) : undefined;
    const finding = diagnostics.docNotAType(span, written, problem, nearest ?? other?.name, other?.toImport);
    return other === undefined
      ? finding
      : withRelated(finding, other.definition.node.span, declaredIn(other.definition));
  }

  #field(value: string, owner: DocOwner, span: Span): Resolved {
    const names = value.split(".");
    const field = names.pop() ?? "";
    if (names.length === 0) {
      return owner.type === undefined
        ? diagnostics.docFieldOfNothing(span, value)
        : this.#resolveField(owner.type, field, owner.type.name, span);
    }
    const definition = this.#definition(names, owner, span, names.join("."));
    if (definition === undefined || "code" in definition) {
      return definition;
    }
    const name = names.join(".");
    const type =
      definition.kind === "alias" && names.length === 1
        ? this.#aliased(this.#resolver.aliasType(definition))
        : definition;
    return type?.kind === "type"
      ? this.#resolveField(type, field, name, span)
      : diagnostics.docNotAType(span, name, `is ${describeDefinition(definition)}, not a struct or union`);
  }

  #aliased(type: Type | undefined): TypeDefinition | undefined {
    const definition = type?.kind === "ref" ? referred(this.#program, type) : undefined;
    return definition?.kind === "type" ? definition : undefined;
  }

  #resolveField(type: TypeDefinition, field: string, name: string, span: Span): Resolved {
    const isOther = field === "other" && isOpen(type, this.#parents);
    if (isOther || fieldNamed(field, type, this.#fields, this.#parents) !== undefined) {
      return { kind: "field", type: qualifiedName(type), field };
    }
    if (mayBeIncomplete(type, this.#parents)) {
      return undefined;
    }
    const names = (): string[] => [
      ...allFields(type, this.#fields, this.#parents).map((info) => info.name),
      ...(isOpen(type, this.#parents) ? ["other"] : []),
    ];
    return diagnostics.docUnknownField(span, name, field, this.#program.suggestions.nearest(field, names));
  }

  #route(value: string, owner: DocOwner, span: Span): Resolved {
    const dot = value.indexOf(".");
    const scope = dot === -1 ? owner.scope : this.#resolver.findNamespace(owner.scope, value.slice(0, dot), span);
    if (scope === undefined || "code" in scope) {
      return scope;
    }
    const [, name = "", version] = /^([^:]*)(?::([^]*))?$/.exec(value.slice(dot + 1)) ?? [];
    const versions = scope.routes.get(name);
    if (versions === undefined) {
      const definition = scope.definitions.get(name);
      if (definition !== undefined) {
        return diagnostics.docNotARoute(span, value, describeDefinition(definition));
      }
      return this.#resolver.isBroken(scope, name.split("/")[0] ?? name)
        ? undefined
        : diagnostics.docUnknownRoute(
            span,
            value,
            this.#program.suggestions.nearest(name, () => scope.routes.keys()),
          );
    }
    const number = version === undefined ? 1 : Number(version);
    return versions.has(number) && (version === undefined || /^\d+$/.test(version))
      ? { kind: "route", namespace: scope.name, name, version: number }
      : diagnostics.docRouteVersion(span, name, version ?? "1");
  }
}

/**
 * Finds the source positions of references in documentation, in order. The text and the literal have the same
 * characters in the same order, except for white space and the backslashes of escapes, so that one pass over both takes
 * linear time.
 */
class WrittenReferences {
  readonly #source: ItemSource;
  readonly #end: number;
  readonly #text: string;
  /** The source position of the character at `#textAt`, or of white space before this character. */
  #writtenAt: number;
  #textAt = 0;

  constructor(doc: ast.Doc, text: string) {
    this.#source = doc.span.source;
    this.#writtenAt = doc.span.start + 1;
    this.#end = doc.span.end - 1;
    this.#text = text;
  }

  /**
   * Returns the source span of the characters of the text between two indexes; the first and the last must not be white
   * space.
   */
  find(start: number, end: number): Span {
    const first = this.#walkTo(start);
    const last = this.#walkTo(end - 1);
    return { source: this.#source, start: first.start, end: last.end };
  }

  /** Returns the source range of the character at an index of the text, including the backslash of an escape. */
  #walkTo(index: number): { readonly start: number; readonly end: number } {
    for (; this.#textAt < index; this.#textAt++) {
      if (!isSpace(this.#text[this.#textAt])) {
        this.#skipSpace();
        this.#writtenAt += this.#lengthWritten();
      }
    }
    this.#skipSpace();
    return { start: this.#writtenAt, end: this.#writtenAt + this.#lengthWritten() };
  }

  #skipSpace(): void {
    while (this.#writtenAt < this.#end && this.#isSpaceWritten()) {
      this.#writtenAt += this.#lengthWritten();
    }
  }

  #isSpaceWritten(): boolean {
    const { text } = this.#source;
    const character = text[this.#writtenAt];
    if (character !== "\\") {
      return isSpace(character);
    }
    const escaped = text[this.#writtenAt + 1];
    return escaped === "n" || escaped === "t" || isSpace(escaped);
  }

  #lengthWritten(): number {
    return this.#source.text[this.#writtenAt] === "\\" ? 2 : 1;
  }
}

/** Whether unwrapping may remove a character: white space, or a line break (LEX-21). */
function isSpace(character: string | undefined): boolean {
  return character !== undefined && /[\s\x1c-\x1e\x85]/.test(character);
}
