import type * as ast from "../../../syntax/ast.js";
import { insertAt, insertBelow } from "../edits/spans.js";
import type { TextEdit } from "../edits/text-edit.js";
import type { EnclosingNodes } from "../enclosing-nodes.js";
import { isType, type DeclaredType } from "../../symbols/names.js";
import type { Snapshot } from "../project.js";
import { endOfRouteTypes } from "../route-types.js";
import type { Action } from "./action.js";
import { freeTypeName } from "./free-name.js";

/** Adds the next version of a route with copies of the types, so that the two versions can differ (EVO-31). */
export function newVersion({ item, namespace }: EnclosingNodes, { names }: Snapshot): Action[] {
  if (item.kind !== "route" || item.deprecated !== undefined) {
    return [];
  }
  const name = item.name.text;
  const next = Math.max(...names.routes(namespace, name).map(({ version }) => version)) + 1;
  const edits = (): TextEdit[] => {
    const refs = [item.types.arg, item.types.result, item.types.error];
    /** Original type to the name of its copy. */
    const copies = new Map<DeclaredType["node"], string>();
    const renamed = refs.flatMap((ref) => {
      const found = names.referred(namespace, ref);
      if (found === undefined || ref.qualifier !== undefined || !isType(found) || !canBeCopied(found, names)) {
        return [];
      }
      const base = found.node.name.text.replace(/V\d+$/, "");
      const copy = copies.get(found.node) ?? freeTypeName(`${base}V${next}`, namespace, names);
      copies.set(found.node, copy);
      return [{ span: ref.name.span, text: copy }];
    });
    const { source, start, end } = item.extent;
    const text = renamed.reduceRight(
      (at, { span, text: copy }) => at.slice(0, span.start - start) + copy + at.slice(span.end - start),
      source.text.slice(start, end),
    );
    const head = text.slice(item.name.span.end - start).replace(/^\s*(?::\s*\d+)?/, "");
    const definitions = [...copies].map(([node, copy]) => `\n\n${copyOf(node, copy)}`);
    return [
      insertAt(item.extent, endOfRouteTypes(item), ` deprecated by ${name}:${next}`),
      insertBelow(item.extent, `\n\nroute ${name}:${next} ${head}${definitions.join("")}`),
    ];
  };
  const title = `Add version ${next} with types of its own, and deprecate this one (changes the API)`;
  return [{ title, kind: "refactor.rewrite", edits }];
}

/**
 * Whether a type can be copied. It must not list subtypes, because they would not extend the copy; must not be a listed
 * subtype, because the copy would not be listed; must have no patches; and must not contain inline definitions, because
 * their names would be duplicated.
 */
function canBeCopied(type: DeclaredType, names: Snapshot["names"]): boolean {
  const parent = names.parent(type)?.node;
  const lists = (node: ast.Struct | ast.Union | undefined): boolean =>
    node?.kind === "struct" && node.subtypes !== undefined;
  return (
    !lists(type.node) &&
    !lists(parent) &&
    names.patches(type).length === 0 &&
    type.node.fields.every(({ inline }) => inline === undefined)
  );
}

function copyOf({ extent, name }: DeclaredType["node"], copy: string): string {
  const { text } = extent.source;
  return text.slice(extent.start, name.span.start) + copy + text.slice(name.span.end, extent.end);
}
