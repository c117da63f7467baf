import type { StringType, Type } from "../ir/api.js";
import type * as ast from "../syntax/ast.js";
import type { LintedType, Project, Subject } from "./project.js";

/** A reference to a type, and the subject whose declaration contains it. */
interface WrittenType {
  readonly subject: Subject;
  readonly type: ast.TypeRef;
}

/** Returns all references to types, including those in arguments of types. */
export function writtenTypes(project: Project): readonly WrittenType[] {
  const { types, aliases, routes, annotationTypes } = project;
  const members = [...types.flatMap(({ fields }) => fields), ...annotationTypes.flatMap(({ params }) => params)];
  return [
    ...members.flatMap((subject) => (subject.node.type === undefined ? [] : inType(subject, subject.node.type))),
    ...types.flatMap((subject) => supertypesAndSubtypes(subject).flatMap((type) => inType(subject, type))),
    ...aliases.flatMap((subject) => inType(subject, subject.node.type)),
    ...routes.flatMap((subject) => Object.values(subject.node.types).flatMap((type) => inType(subject, type))),
  ];
}

function supertypesAndSubtypes({ node }: LintedType): ast.TypeRef[] {
  const subtypes = node.kind === "struct" ? (node.subtypes?.members ?? []) : [];
  return [...(node.parent === undefined ? [] : [node.parent]), ...subtypes.map(({ type }) => type)];
}

function inType({ target, span }: Subject, type: ast.TypeRef): WrittenType[] {
  return typesIn(type).map((inner) => ({ subject: { target, span }, type: inner }));
}

/** Returns a reference to a type and the references in its arguments. */
function typesIn(type: ast.TypeRef): ast.TypeRef[] {
  return type.args === undefined
    ? [type]
    : [type, ...type.args.flatMap(({ value }) => (value.kind === "type" ? typesIn(value) : []))];
}

/** A regular expression that the strings of a declaration must match. */
interface WrittenPattern {
  readonly subject: Subject;
  readonly pattern: string;
  readonly literal: ast.Literal;
}

/** Returns the patterns in all declarations. */
export function writtenPatterns(project: Project): readonly WrittenPattern[] {
  return project
    .get(writtenTypes)
    .flatMap(({ subject, type }) =>
      (type.args ?? []).flatMap(({ keyword, value }) =>
        keyword?.text === "pattern" && value.kind === "literal" && typeof value.value === "string"
          ? [{ subject, pattern: value.value, literal: value }]
          : [],
      ),
    );
}

/** A string that is used as a default or in an example. */
interface WrittenString {
  /** The field that has the default, or the entry of the example. */
  readonly subject: Subject;
  readonly text: string;
  /** Undefined if the type is not String, but is also written as a string. */
  readonly type: StringType | undefined;
  readonly isExample: boolean;
}

/** Returns all strings in defaults and examples. */
export function writtenStrings(project: Project): readonly WrittenString[] {
  const { types, lookup } = project;
  return types.flatMap((type) => {
    if (type.examples.length === 0 && type.fields.every(({ node }) => node.default === undefined)) {
      return [];
    }
    const fields = new Map(lookup.allFields(type).map(({ field }) => [field.name, field.type]));
    const defaults = type.fields.flatMap(({ target, span, field, node }) =>
      node.default === undefined
        ? []
        : stringsIn(node.default, field.type, project).map(toWritten({ target, span }, false)),
    );
    const examples = type.examples
      .flatMap(({ entries }) => entries)
      .flatMap(({ name, value }) => {
        const subject = { target: `${type.target}.${name.text}`, span: name.span };
        return stringsIn(value, fields.get(name.text), project).map(toWritten(subject, true));
      });
    return [...defaults, ...examples];
  });
}

type FoundString = Pick<WrittenString, "text" | "type">;

function toWritten(subject: Subject, isExample: boolean): (found: FoundString) => WrittenString {
  return ({ text, type }) => ({ subject, text, type, isExample });
}

function stringsIn(value: ast.ExampleValue, type: Type | undefined, project: Project): FoundString[] {
  const { lookup } = project;
  const bare = type && lookup.bare(type);
  switch (value.kind) {
    case "literal":
      return typeof value.value === "string"
        ? [{ text: value.value, type: bare?.kind === "string" ? bare : undefined }]
        : [];
    case "list":
      return value.items.flatMap((item) => stringsIn(item, bare?.kind === "list" ? bare.of : undefined, project));
    case "map":
      return value.pairs.flatMap((pair) => [
        ...stringsIn(pair.key, bare?.kind === "map" ? bare.key : undefined, project),
        ...stringsIn(pair.value, bare?.kind === "map" ? bare.value : undefined, project),
      ]);
    case "word":
      return [];
  }
}

/** A part of a regular expression: an escape, a set, a group's parenthesis, a quantifier, or another character. */
const piece = /\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|[*+?][?+]?|\{\d*,?\d*\}[?+]?|[^]/g;

type PieceKind = "set" | "open" | "close" | "quantifier" | "dot" | "bar" | "other";

function kindOf(text: string): PieceKind {
  switch (text.charAt(0)) {
    case "[":
      return text.length > 1 ? "set" : "other";
    case "\\":
      return /[dDwWsS]/.test(text.charAt(1)) ? "set" : "other";
    case "(":
      return "open";
    case ")":
      return "close";
    case "*":
    case "+":
    case "?":
      return "quantifier";
    case "{":
      return text.length > 1 ? "quantifier" : "other";
    case ".":
      return "dot";
    case "|":
      return "bar";
    default:
      return "other";
  }
}

/** Returns the top-level alternatives of a pattern; the whole pattern if there is only one. */
export function splitBranches(pattern: string): string[] {
  const branches = [""];
  let depth = 0;
  for (const [text] of pattern.matchAll(piece)) {
    const kind = kindOf(text);
    depth += kind === "open" ? 1 : kind === "close" ? -1 : 0;
    if (kind === "bar" && depth === 0) {
      branches.push("");
    } else {
      branches.push((branches.pop() ?? "") + text);
    }
  }
  return branches;
}

/**
 * Whether a pattern contains a dot without a quantifier, either between two sets or after a group. The sets and the
 * group may have quantifiers.
 */
export function hasBareDot(pattern: string): boolean {
  const kinds = [...pattern.matchAll(piece)].map(([text]) => kindOf(text));
  return kinds.some((kind, index) => {
    const before = kinds[index - 1] === "quantifier" ? kinds[index - 2] : kinds[index - 1];
    const next = kinds[index + 1];
    return kind === "dot" && next !== "quantifier" && (before === "close" || (before === "set" && next === "set"));
  });
}
