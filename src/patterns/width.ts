import type { Node } from "./tree.js";

/** The minimum and maximum number of characters that a node matches. */
export interface Width {
  readonly min: number;
  readonly max: number;
}

/** The maximum that Python counts to. */
const most = 2 ** 32 - 1;

const anyWidth: Width = { min: 0, max: most };

/**
 * Returns the width of a node as Python computes it. A reference to a group that is not in `groupWidths` can have any
 * width.
 */
export function measureWidth(node: Node, groupWidths: readonly (Width | undefined)[] = []): Width {
  const widths = (nodes: readonly Node[]): Width[] => nodes.map((child) => measureWidth(child, groupWidths));
  switch (node.kind) {
    case "characters":
      return { min: 1, max: 1 };
    case "assertion":
    case "look":
      return { min: 0, max: 0 };
    case "sequence":
      return capWidth(
        widths(node.items).reduce((a, b) => ({ min: a.min + b.min, max: a.max + b.max }), { min: 0, max: 0 }),
      );
    case "alternation":
      return widest(widths(node.options));
    case "conditional":
      return widest(widths([node.yes, node.no]));
    case "repeat": {
      const { min, max } = measureWidth(node.body, groupWidths);
      return capWidth({ min: min * node.min, max: max === 0 ? 0 : max * node.max });
    }
    case "group":
    case "atomic":
      return measureWidth(node.body, groupWidths);
    case "reference":
      return groupWidths[node.group] ?? anyWidth;
  }
}

export function isFixed({ min, max }: Width): boolean {
  return min === max;
}

function widest(widths: readonly Width[]): Width {
  return widths.reduce((a, b) => ({ min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) }));
}

function capWidth({ min, max }: Width): Width {
  return { min: Math.min(min, most - 1), max: Math.min(max, most) };
}
