import { MarkupKind, type MarkupContent, type SignatureHelp } from "vscode-languageserver";
import { shorten, toMarkdown, toPlainText, findHover, type Block } from "../features/hover.js";
import { findSignature } from "../features/signature.js";
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

/** Handles requests for the signature of the parentheses around the cursor (LSP-33). */
export function registerSignature(session: Session): void {
  session.connection.onSignatureHelp(
    session.positionHandler("imports", ({ snapshot, path, offset }): SignatureHelp | null => {
      const signature = findSignature(snapshot, path, offset);
      if (signature === undefined) {
        return null;
      }
      const { name, documentation, parameters, active } = signature;
      const markup = (value: string) => ({ kind: MarkupKind.Markdown, value });
      return {
        signatures: [
          {
            label: `${name}(${parameters.map(({ text }) => text).join(", ")})`,
            documentation: markup(documentation),
            parameters: parameters.map((parameter) => ({
              label: parameter.text,
              documentation: markup(parameter.documentation),
            })),
          },
        ],
        activeSignature: 0,
        // An index after the last parameter marks no parameter.
        activeParameter: active ?? parameters.length,
      };
    }),
  );
}
