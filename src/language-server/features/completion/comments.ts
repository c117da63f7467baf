import { rules } from "../../../lint/rules.js";
import type { Piece } from "../scan.js";
import type { Completion } from "./completion.js";

/** Returns the rules that an ignore comment can name (LINT-7, LSP-31). */
export function completeInComment({ text, start }: Piece, offset: number): Completion[] {
  if (!/^#\s*ashlar-ignore(?:-file)?\s[^:]*$/.test(text.slice(0, offset - start))) {
    return [];
  }
  const [written = ""] = text.slice(1).split(":");
  const named = written.split(/[\s,]+/);
  return rules
    .filter(({ id }) => !named.includes(id))
    .map(({ id, summary }) => ({ label: id, kind: "value", detail: summary, order: 10 }));
}
