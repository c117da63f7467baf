import { isBuiltinType } from "../../../compiler/semantics/builtin-types.js";
import type * as ast from "../../../syntax/ast.js";
import { elementArguments } from "../../symbols/type-lookup.js";
import type { LineContext, Piece } from "../line-context.js";
import { builtinAnnotations, builtinTypes } from "../vocabulary.js";
import type { Completion, CompletionPlace } from "./completion.js";
import { completeTypes, anyType } from "./types.js";

/** Returns the kind of an annotation. At most one of each kind is allowed (ANN-9). */
function kindOf(node: ast.Annotation): string {
  const isBuiltin = node.qualifier === undefined && builtinAnnotations.has(node.type.text);
  return !isBuiltin ? "custom" : node.type.text.startsWith("Redacted") ? "redactor" : node.type.text;
}

/** Returns the annotations that can be added to a field or an alias, given its existing annotations. */
export function completeAnnotations(place: CompletionPlace): Completion[] {
  const { names, namespace, line } = place;
  const isAlias = line.heads.at(-1)?.pieces[0]?.text === "alias";
  const applied = line.siblings.flatMap(({ pieces }) => {
    const [at, first, dot, second] = pieces.map(({ text }) => text);
    const [scope, name] = dot === "." ? [first, second] : [namespace, first];
    const node = at === "@" ? names.definition(scope ?? "", name ?? "")?.node : undefined;
    return node?.kind === "annotation" ? [kindOf(node)] : [];
  });
  const taken = new Set(applied.filter((kind) => kind !== "custom"));
  if (taken.has("Deprecated") || taken.has("Preview")) {
    taken.add("Deprecated").add("Preview");
  }
  const items = completeTypes(place, {
    allowsVoid: false,
    allowsBuiltins: false,
    accepts: ({ node }) => {
      const kind = node.kind === "annotation" ? kindOf(node) : undefined;
      return kind !== undefined && !taken.has(kind) && (!isAlias || kind === "redactor" || kind === "custom");
    },
  });
  return items.map((item) => ({ ...item, kind: "annotation" }));
}

/** Returns the possible types of an annotation. */
export function completeAnnotationTypes(place: CompletionPlace): Completion[] {
  const isQualified = place.line.before.at(-1)?.text === ".";
  const builtins = [...builtinAnnotations].map(([name, { summary }]): Completion => ({
    label: name,
    kind: "annotation",
    detail: summary,
    order: 10,
    target: { kind: "builtin annotation", name },
  }));
  const custom = completeTypes(place, {
    allowsVoid: false,
    allowsBuiltins: false,
    accepts: ({ node }) => node.kind === "annotation_type",
  });
  return isQualified ? custom : [...builtins, ...custom];
}

/** The innermost parentheses around an offset, and the arguments before the offset. */
export interface Call {
  /** The name before the parenthesis. */
  readonly name: string;
  readonly qualifier: string | undefined;
  readonly isAnnotation: boolean;
  /** Whether the parentheses are those of a route. */
  readonly isRoute: boolean;
  /** The keywords of complete arguments. */
  readonly keywords: readonly string[];
  /** The number of complete arguments. */
  readonly index: number;
  /** The keyword of the current argument. */
  readonly keyword: string | undefined;
  /** The tokens of the current argument. */
  readonly argument: readonly Piece[];
}

/** Returns the innermost open parentheses at the end of a line's tokens; undefined if there are none. */
export function findCall({ before }: Pick<LineContext, "before">): Call | undefined {
  const open: number[] = [];
  for (const [index, { text }] of before.entries()) {
    if (text === "(") {
      open.push(index);
    } else if (text === ")") {
      open.pop();
    }
  }
  const at = open.at(-1);
  if (at === undefined) {
    return undefined;
  }
  const inner = splitArguments(before.slice(at + 1));
  const isRoute = before[0]?.text === "route" && open.length === 1;
  const dot = before[at - 2]?.text === ".";
  const argument = inner.at(-1) ?? [];
  const keywords = inner.flatMap(([first, equals]) =>
    equals?.text === "=" && first !== undefined ? [first.text] : [],
  );
  return {
    name: before[at - 1]?.text ?? "",
    qualifier: dot ? before[at - 3]?.text : undefined,
    isAnnotation: before[0]?.text === "annotation",
    isRoute,
    keywords,
    index: inner.length - 1,
    keyword: argument[1]?.text === "=" ? argument[0]?.text : undefined,
    argument,
  };
}

/** Returns the arguments, separated by the commas outside of inner parentheses. The last one may be empty. */
function splitArguments(pieces: readonly Piece[]): Piece[][] {
  const parts: Piece[][] = [[]];
  let depth = 0;
  for (const piece of pieces) {
    depth += piece.text === "(" ? 1 : piece.text === ")" ? -1 : 0;
    if (piece.text === "," && depth === 0) {
      parts.push([]);
    } else {
      parts.at(-1)?.push(piece);
    }
  }
  return parts;
}

/** Returns the completions in the parentheses of a route, a type or an annotation. */
export function completeArguments(place: CompletionPlace, call: Call): Completion[] {
  if (call.isRoute) {
    const isStart = call.argument.length === 0 || place.line.before.at(-1)?.text === ".";
    return isStart ? completeTypes(place, { ...anyType, allowsVoid: true }) : [];
  }
  if (call.argument.length > 0) {
    const isQualified = call.argument.length === 2 && call.argument[1]?.text === ".";
    return isQualified ? completeTypes(place, anyType) : [];
  }
  return [...completeTypeArguments(place, call), ...completeKeywords(place, call)];
}

function completeTypeArguments(place: CompletionPlace, { name, index, qualifier }: Call): Completion[] {
  if (qualifier !== undefined) {
    return [];
  }
  if (name === "Map" && index === 0) {
    return completeTypes(place, { ...anyType, accepts: () => false }).filter(({ label }) => label === "String");
  }
  return isBuiltinType(name) && elementArguments[name] === index
    ? completeTypes(place, { ...anyType, allowsVoid: true })
    : [];
}

function completeKeywords(place: CompletionPlace, call: Call): Completion[] {
  const given = [...call.keywords, ...keywordsAfter(place.line)];
  return parametersOf(place, call)
    .filter((parameter, index) => !given.includes(parameter.name) && (!parameter.isPositional || index >= call.index))
    .filter(({ isPositional }) => !isPositional || call.isAnnotation)
    .map(({ name, meaning }, index) => ({
      label: `${name}=`,
      kind: "parameter",
      detail: meaning.replaceAll("`", ""),
      order: 60 + index,
    }));
}

/** Returns the keywords of arguments after the offset, in the same parentheses and on the same line. */
function keywordsAfter({ after }: LineContext): string[] {
  const end = after.findIndex((_, index) => depthBefore(after, index + 1) < 0);
  return after
    .slice(0, end === -1 ? after.length : end)
    .flatMap(({ text }, index) => (after[index + 1]?.text === "=" && depthBefore(after, index) === 0 ? [text] : []));
}

function depthBefore(pieces: readonly Piece[], index: number): number {
  return pieces.slice(0, index).reduce((depth, { text }) => depth + (text === "(" ? 1 : text === ")" ? -1 : 0), 0);
}

interface Parameter {
  readonly name: string;
  readonly meaning: string;
  readonly isPositional: boolean;
}

function parametersOf(
  { names, namespace }: CompletionPlace,
  { name, qualifier, isAnnotation }: Call,
): readonly Parameter[] {
  if (!isAnnotation) {
    return builtinTypes.get(name)?.parameters ?? [];
  }
  const builtin = qualifier === undefined ? builtinAnnotations.get(name) : undefined;
  if (builtin !== undefined) {
    return builtin.parameters;
  }
  const type = names.definition(qualifier ?? namespace, name)?.node;
  return type?.kind === "annotation_type"
    ? type.params.map((param) => ({ name: param.name.text, meaning: param.doc?.text ?? "", isPositional: false }))
    : [];
}
