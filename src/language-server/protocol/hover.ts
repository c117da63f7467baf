import { MarkupKind, type MarkupContent } from "vscode-languageserver";
import { shorten, toMarkdown, toPlainText, type Block } from "../features/hover/content.js";
import { findHover } from "../features/hover/hover.js";
import type { Session } from "./session.js";

/** Handles requests for the description of a name (LSP-20). */
export function registerHover(session: Session): void {
  session.connection.onHover(
    session.positionHandler("files in time", ({ snapshot, path, offset }) => {
      const formats = session.capabilities.textDocument?.hover?.contentFormat;
      const hover = findHover(snapshot, path, offset, (place) => {
        const { start } = session.rangeOf(snapshot, place);
        return `${session.uriOf(place.path)}#L${start.line + 1}`;
      });
      return hover === undefined
        ? null
        : { contents: toMarkup(hover.blocks, formats), range: session.rangeOf(snapshot, hover.range) };
    }),
  );
}

/** Converts blocks to Markdown, or to plain text if the client prefers it. */
export function toMarkup(blocks: readonly Block[], formats: readonly MarkupKind[] | undefined): MarkupContent {
  const shown = shorten(blocks);
  return formats?.[0] === MarkupKind.PlainText
    ? { kind: MarkupKind.PlainText, value: toPlainText(shown) }
    : { kind: MarkupKind.Markdown, value: toMarkdown(shown) };
}
