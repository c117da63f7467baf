import type * as ast from "../syntax/ast.js";
import type { LintedType, Project } from "./project.js";
import type { Subject } from "./subject.js";

/** A reference to a type, and the subject whose declaration contains it. */
export interface WrittenType {
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
export interface WrittenPattern {
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
