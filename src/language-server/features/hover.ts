import { docReference, unwrap } from "../../compiler/semantics/doc-text.js";
import type { Json, Route } from "../../ir/api.js";
import { versioned } from "../../ir/names.js";
import { Lookup } from "../../ir/walk.js";
import type * as ast from "../../syntax/ast.js";
import { keywords } from "../../syntax/tokens.js";
import { shortestExample } from "../../values/sample.js";
import type { Declared, DeclaredType, Definition } from "../symbols/names.js";
import { findRoute, findMember, declarationPlaces, toTarget, type Target } from "../symbols/target.js";
import { aliasChain, isNullable, routeSchema, type FieldOf, type TypeUse } from "../symbols/type-lookup.js";
import { isDeprecatedField } from "./deprecation.js";
import { scan } from "./line-context.js";
import { itemTextAt, occurrenceAt, toFileRange, type FileRange } from "./places.js";
import type { Snapshot } from "./project.js";
import { writeType } from "./short-texts.js";
import { compiledField, compiledRoute, compiledType } from "./show.js";
import { routeTitle } from "./symbols.js";
import { keywordHelp, builtinAnnotations, builtinTypes, type BuiltinHelp } from "./vocabulary.js";
import { printJson } from "../../ir/print-json.js";

interface Hover {
  /** The name that the hover is about. */
  readonly range: FileRange;
  readonly blocks: readonly Block[];
}

/**
 * Returns the description of the name at an offset (LSP-20). If there is no name, describes the keyword there.
 * Undefined if there is neither.
 */
export function findHover(snapshot: Snapshot, path: string, offset: number, linkTo: LinkTo): Hover | undefined {
  const occurrence = occurrenceAt(snapshot, path, offset);
  if (occurrence === undefined) {
    return keywordHover(snapshot, path, offset);
  }
  const target = occurrence.resolve();
  return target && { range: toFileRange(occurrence.span), blocks: describeTarget(target, snapshot, linkTo) };
}

function keywordHover({ files }: Snapshot, path: string, offset: number): Hover | undefined {
  const file = files.get(path);
  const item = file && itemTextAt(file, offset);
  if (item === undefined) {
    return undefined;
  }
  const { source } = item;
  const at = offset - source.offsetInFile(0);
  for (const piece of scan(source.text)) {
    if (piece.kind === "word" && piece.start <= at && at <= piece.end) {
      const help = keywordHelp.get(piece.text);
      const isKeyword = keywords.has(piece.text) || help !== undefined;
      return isKeyword && help !== undefined
        ? { range: toFileRange({ source, start: piece.start, end: piece.end }), blocks: [{ kind: "text", text: help }] }
        : undefined;
    }
  }
  return undefined;
}

/** Returns the URL of a location, for links; undefined if the client does not support links. */
type LinkTo = (place: FileRange) => string | undefined;

/** The maximum number of lines of JSON in a hover. */
const maxLines = 20;

/** Returns the description of a target: its head, its documentation, facts and an example. */
export function describeTarget(target: Target, snapshot: Snapshot, linkTo: LinkTo): Block[] {
  return new Description(snapshot, linkTo).of(target);
}

class Description {
  readonly #snapshot: Snapshot;
  readonly #linkTo: LinkTo;

  constructor(snapshot: Snapshot, linkTo: LinkTo) {
    this.#snapshot = snapshot;
    this.#linkTo = linkTo;
  }

  of(target: Target): Block[] {
    switch (target.kind) {
      case "namespace":
        return this.#namespace(target.name);
      case "definition":
        return this.#definition(target);
      case "route":
        return this.#route(target);
      case "field":
        return this.#field(target);
      case "subtype":
        return [
          stone(`${target.node.name.text} ${writeType(target.node.type)}`),
          ...factList([`The tag of a subtype of \`${target.owner.node.name.text}\`.`]),
        ];
      case "label":
        return [
          stone(`example ${target.node.label.text}`),
          ...this.#doc(target.node.doc, target.owner.namespace, target.owner),
          ...this.#example(target.owner, target.node.label.text),
        ];
      case "parameter":
        return [
          stone(fieldHead(target.node)),
          ...this.#doc(target.node.doc, target.owner.namespace),
          ...factList([`A parameter of \`${target.owner.node.name.text}\`.`]),
        ];
      case "catch-all":
        return [
          stone("other"),
          ...factList([`Stands for the tags of \`${target.owner.node.name.text}\` that a reader does not know.`]),
        ];
      case "builtin type":
        return builtin(target.name, builtinTypes.get(target.name));
      case "builtin annotation":
        return builtin(target.name, builtinAnnotations.get(target.name));
      case "builtin parameter": {
        const help = builtinTypes.get(target.of) ?? builtinAnnotations.get(target.of);
        const parameter = help?.parameters.find(({ name }) => name === target.name);
        return parameter === undefined ? [] : [stone(parameter.name), { kind: "text", text: parameter.meaning }];
      }
    }
  }

  #namespace(name: string): Block[] {
    const headers = this.#snapshot.names.namespaces.get(name)?.headers ?? [];
    const files = headers.map(({ span }) => {
      const { path } = span.source;
      const title = decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));
      const link = this.#linkTo({ path, start: 0, end: 0 });
      return link === undefined ? `\`${title}\`` : `[${title}](${link})`;
    });
    return [stone(`namespace ${name}`), ...headers.flatMap(({ doc }) => this.#doc(doc, name)), ...factList(files)];
  }

  #definition({ namespace, node }: Declared<Definition>): Block[] {
    switch (node.kind) {
      case "struct":
      case "union": {
        const type = { namespace, node };
        return [stone(typeHead(node)), ...this.#doc(node.doc, namespace, type), ...this.#firstExample(type)];
      }
      case "alias":
        return [
          stone(`alias ${node.name.text} = ${writeType(node.type)}`),
          ...this.#doc(node.doc, namespace),
          ...factList([this.#resolved({ namespace, ref: node.type })]),
          ...this.#exampleOfAlias(namespace, node),
        ];
      case "annotation":
        return [stone(firstLine(node.extent))];
      case "annotation_type":
        return [
          stone(
            [`annotation_type ${node.name.text}`, ...node.params.map((param) => `    ${fieldHead(param)}`)].join("\n"),
          ),
          ...this.#doc(node.doc, namespace),
        ];
    }
  }

  #exampleOfAlias(namespace: string, { type }: ast.Alias): Block[] {
    const declared = this.#snapshot.names.referred(namespace, type);
    return declared?.node.kind === "struct" || declared?.node.kind === "union"
      ? this.#firstExample({ namespace: declared.namespace, node: declared.node })
      : [];
  }

  #route({ namespace, node }: { readonly namespace: string; readonly node: ast.Route }): Block[] {
    const { arg, result, error } = node.types;
    const successor = node.deprecated?.by;
    const compiled = compiledRoute(this.#snapshot.apiOf(namespace), namespace, node);
    const schema = routeSchema(this.#snapshot.names);
    const attributes = Object.entries(compiled?.attributes ?? {}).flatMap(([name, value]) => {
      const written = node.attributes.find((attribute) => attribute.name.text === name);
      const field = schema && findMember(schema, name, this.#snapshot.names);
      const standard =
        schema !== undefined && field?.kind === "field"
          ? compiledField(this.#snapshot.apiOf(field.owner.namespace), field.owner, field.node)?.default
          : undefined;
      const isStandard = written === undefined || JSON.stringify(toPlain(value)) === JSON.stringify(toPlain(standard));
      return isStandard ? [] : [`\`${name} = ${textOf(written.value)}\``];
    });
    return [
      stone(`route ${routeTitle(node)} (${[arg, result, error].map(writeType).join(", ")})`),
      ...this.#doc(node.doc, namespace),
      ...factList([
        node.deprecated === undefined
          ? undefined
          : successor === undefined
            ? "**Deprecated.**"
            : `**Deprecated** by \`${versioned({ name: successor.name.text, version: successor.version })}\`.`,
        `Argument \`${writeType(arg)}\`, result \`${writeType(result)}\`, error \`${writeType(error)}\`.`,
        attributes.length === 0 ? undefined : `Attributes: ${attributes.join(", ")}.`,
      ]),
      ...this.#argument(namespace, compiled),
    ];
  }

  /** Returns the argument as a caller writes it (GUIDE-1). */
  #argument(namespace: string, route: Route | undefined): Block[] {
    const sample = route && shortestExample(route.arg, new Lookup(this.#snapshot.apiOf(namespace)));
    return sample === undefined ? [] : jsonBlock(sample);
  }

  #field({ owner, node }: FieldOf): Block[] {
    const { api } = this.#snapshot;
    const compiled = compiledField(api, owner, node);
    const isStruct = owner.node.kind === "struct";
    const use: TypeUse | undefined = node.type && { namespace: owner.namespace, ref: node.type };
    const callers = compiled?.omittedCaller;
    return [
      stone(fieldHead(node)),
      ...this.#doc(node.doc, owner.namespace, owner),
      ...factList([
        `${isStruct ? "A field" : "A tag"} of \`${owner.namespace}.${owner.node.name.text}\`.`,
        use && this.#resolved(use),
        isStruct && use !== undefined ? this.#presence(node, use) : undefined,
        isDeprecatedField(node, owner.namespace, this.#snapshot.names) ? "**Deprecated.**" : undefined,
        compiled?.preview === true ? "In preview." : undefined,
        callers === undefined ? undefined : `Only for callers \`${callers}\`.`,
        compiled?.redactor === undefined
          ? undefined
          : `Redacted: ${compiled.redactor.kind === "blot" ? "masked" : "hashed"} in logs (\`@${compiled.redactor.annotation.name}\`).`,
      ]),
    ];
  }

  #presence(node: ast.Field, use: TypeUse): string {
    if (node.default !== undefined) {
      return `Optional: \`${textOf(node.default)}\` by default.`;
    }
    return isNullable(use, this.#snapshot.names) ? "Optional." : "Required.";
  }

  /**
   * Returns a sentence about the types that the aliases of a type resolve to; undefined if the type is not an alias.
   */
  #resolved(use: TypeUse): string | undefined {
    const chain = aliasChain(use, this.#snapshot.names).slice(1);
    if (chain.length === 0) {
      return undefined;
    }
    return `Resolves to ${chain.map(({ ref }) => `\`${writeType(ref)}\``).join(", which is ")}.`;
  }

  #firstExample(type: DeclaredType): Block[] {
    const [first] = compiledType(this.#snapshot.apiOf(type.namespace), type)?.examples ?? [];
    return first === undefined ? [] : jsonBlock(first.value);
  }

  #example(type: DeclaredType, label: string): Block[] {
    const compiledExample = compiledType(this.#snapshot.apiOf(type.namespace), type)?.examples.find(
      (example) => example.label === label,
    );
    return compiledExample === undefined ? [] : jsonBlock(compiledExample.value);
  }

  #doc(doc: ast.Doc | undefined, namespace: string, type?: DeclaredType): Block[] {
    return docText(doc, (tag, value) => {
      const target = this.#referenced(tag, value, namespace, type);
      const [place] = target === undefined ? [] : declarationPlaces(target, this.#snapshot.names);
      return place && this.#linkTo(toFileRange(place.name));
    });
  }

  #referenced(tag: string, value: string, namespace: string, type: DeclaredType | undefined): Target | undefined {
    const { names } = this.#snapshot;
    const parts = value.split(".");
    const last = parts.at(-1) ?? "";
    switch (tag) {
      case "type": {
        const declared = names.definition(parts.length > 1 ? (parts[0] ?? "") : namespace, last);
        return declared && toTarget(declared);
      }
      case "route": {
        const [name = "", version = "1"] = last.split(":");
        return findRoute(parts.length > 1 ? (parts[0] ?? "") : namespace, name, Number(version), names);
      }
      case "field": {
        const declared = names.definition(parts.length > 2 ? (parts[0] ?? "") : namespace, parts.at(-2) ?? "");
        const owner =
          parts.length === 1
            ? type
            : declared?.node.kind === "struct" || declared?.node.kind === "union"
              ? { namespace: declared.namespace, node: declared.node }
              : undefined;
        return owner && findMember(owner, last, names);
      }
      default:
        return undefined;
    }
  }
}

function builtin(name: string, help: BuiltinHelp | undefined): Block[] {
  return help === undefined
    ? []
    : [
        stone(name),
        { kind: "text", text: help.summary },
        ...factList(help.parameters.map((parameter) => `\`${parameter.name}\`: ${parameter.meaning}`)),
      ];
}

export function typeHead(node: ast.Struct | ast.Union): string {
  const word = node.kind === "struct" ? "struct" : node.closed ? "union_closed" : "union";
  const parent = node.parent === undefined ? "" : ` extends ${writeType(node.parent)}`;
  return `${word} ${node.name.text}${parent}`;
}

/** Returns the line of a field or tag: the name, the type and the default. */
export function fieldHead({ name, type, default: value }: ast.Field): string {
  const typeText = type === undefined ? "" : ` ${writeType(type)}`;
  return `${name.text}${typeText}${value === undefined ? "" : ` = ${textOf(value)}`}`;
}

/** Returns a literal or word as it is written. */
export function textOf({ span }: ast.Literal | ast.Word): string {
  return span.source.text.slice(span.start, span.end);
}

function firstLine({ source, start, end }: ast.Annotation["extent"]): string {
  return source.text.slice(start, end).replace(/\s*\n\s*/g, " ");
}

function jsonBlock(value: Json): Block[] {
  const lines = printJson(value, { indent: "  " }).split("\n");
  const text = lines.length <= maxLines ? lines.join("\n") : [...lines.slice(0, maxLines - 1), "…"].join("\n");
  return [{ kind: "code", language: "json", text }];
}

function toPlain(value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}

/** The content of a hover, in blocks. */
export type Block =
  | { readonly kind: "code"; readonly language: "stone" | "json"; readonly text: string }
  | { readonly kind: "text"; readonly text: string };

/**
 * Formats documentation for readers: references are shown as the names of their targets, with links if `link` returns
 * URLs.
 */
function docText(doc: ast.Doc | undefined, link: (tag: string, value: string) => string | undefined): Block[] {
  const text = doc === undefined ? "" : unwrap(doc.text);
  if (text === "") {
    return [];
  }
  const shown = text.replace(docReference, (whole, tag: string, value: string) => {
    if (tag === "link") {
      const space = value.lastIndexOf(" ");
      return space === -1 ? whole : `[${value.slice(0, space)}](${value.slice(space + 1)})`;
    }
    const place = link(tag, value);
    return place === undefined ? `\`${value}\`` : `[\`${value}\`](${place})`;
  });
  return [{ kind: "text", text: shown.replaceAll("\n", "\n\n") }];
}

/** Returns a list of the facts that are not undefined; empty if there are none. */
function factList(facts: readonly (string | undefined)[]): Block[] {
  const lines = facts.flatMap((fact) => (fact === undefined ? [] : [`- ${fact}`]));
  return lines.length === 0 ? [] : [{ kind: "text", text: lines.join("\n") }];
}

function stone(text: string): Block {
  return { kind: "code", language: "stone", text };
}

/** The maximum length of a line of code, of a paragraph, and of a block, in UTF-16 code units. */
const longestLine = { code: 500, text: 5000 };
const longestBlock = 20_000;

/** Shortens what nobody reads in a hover, such as a default of many kilobytes. */
export function shorten(blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block) => {
    const lines = block.text.split("\n").map((line) => cut(line, longestLine[block.kind]));
    return { ...block, text: cut(lines.join("\n"), longestBlock) };
  });
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

/** Returns the blocks as Markdown. */
export function toMarkdown(blocks: readonly Block[]): string {
  return blocks
    .map((block) => (block.kind === "text" ? block.text : `\`\`\`${block.language}\n${block.text}\n\`\`\``))
    .join("\n\n");
}

/** Returns the blocks as plain text, without Markdown syntax. */
export function toPlainText(blocks: readonly Block[]): string {
  return blocks
    .map((block) =>
      block.kind === "code" ? block.text : block.text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", ""),
    )
    .join("\n\n");
}
