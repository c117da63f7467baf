import type * as ast from "../../../syntax/ast.js";
import { builtinAnnotations } from "../vocabulary.js";
import type { Completion } from "./completion.js";
import type { CompletionPlace } from "./place.js";
import { completeTypes } from "./types.js";

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
