import type { Text } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";

interface Place {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the range of the value at a path in JSON. If the value is missing, returns the range of the innermost object or list
 * that would contain it.
 */
export function placeOf(segments: readonly (string | number)[], tree: Tree, doc: Text): Place {
  let node = tree.topNode.firstChild;
  for (const segment of segments) {
    const next: SyntaxNode | undefined =
      node === null ? undefined : typeof segment === "number" ? itemOf(node, segment) : memberOf(node, segment, doc);
    if (next === undefined) {
      break;
    }
    node = next;
  }
  return node === null ? { from: 0, to: doc.length } : { from: node.from, to: node.to };
}

function memberOf(object: SyntaxNode, name: string, doc: Text): SyntaxNode | undefined {
  const property = object
    .getChildren("Property")
    .reverse()
    .find(
      ({ firstChild }) =>
        firstChild !== null && doc.sliceString(firstChild.from, firstChild.to) === JSON.stringify(name),
    );
  return property?.lastChild ?? undefined;
}

function itemOf(list: SyntaxNode, index: number): SyntaxNode | undefined {
  let at = 0;
  for (let node = list.firstChild; node !== null; node = node.nextSibling) {
    if (!/^[[\],⚠]$/.test(node.name)) {
      if (at === index) {
        return node;
      }
      at++;
    }
  }
  return undefined;
}
