import { entryType } from "../../symbols/example-occurrences.js";
import { fieldHead } from "../hover/describe-target.js";
import type { DeclaredType } from "../../symbols/names.js";
import { fittingValue } from "../fitting-value.js";
import { allFields, isOptional } from "../../symbols/type-lookup.js";
import type { Completion } from "./completion.js";
import type { CompletionPlace } from "./place.js";
import { completeExampleValue } from "./values.js";

/** Returns the completions on a line of an example: names of fields, or values. */
export function completeInExample(place: CompletionPlace, type: DeclaredType): Completion[] {
  const { before } = place.line;
  const [name, equals] = before;
  if (name === undefined) {
    return completeEntries(place, type);
  }
  return equals?.text === "="
    ? completeExampleValue(entryType(type, name.text, place.names), before.slice(2), place.names)
    : [];
}

/**
 * Returns the fields that an example does not set yet, required ones first. For a union or a struct with subtypes,
 * returns the tags if the example is empty.
 */
function completeEntries({ names, line }: CompletionPlace, type: DeclaredType): Completion[] {
  const written = new Set([...line.siblings.map(({ pieces }) => pieces[0]?.text ?? ""), ...line.following]);
  const subtypes = type.node.kind === "struct" ? type.node.subtypes : undefined;
  if (subtypes !== undefined) {
    return written.size > 0
      ? []
      : subtypes.members.map((node) => ({
          label: node.name.text,
          kind: "tag",
          detail: node.type.name.text,
          snippet: `${node.name.text} = \${1:default}`,
          order: 10,
          target: { kind: "subtype", owner: type, node },
        }));
  }
  if (type.node.kind === "union" && written.size > 0) {
    return [];
  }
  return allFields(type, names)
    .filter(({ node }) => !written.has(node.name.text))
    .map((field) => ({
      label: field.node.name.text,
      kind: type.node.kind === "union" ? "tag" : "field",
      detail: fieldHead(field.node),
      snippet: `${field.node.name.text} = \${1:${fittingValue(field, names)}}`,
      order: isOptional(field) ? 20 : 10,
      target: { kind: "field", ...field },
    }));
}
