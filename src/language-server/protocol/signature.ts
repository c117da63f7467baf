import { MarkupKind, type SignatureHelp } from "vscode-languageserver";
import { findSignature } from "../features/signature.js";
import type { Session } from "./session.js";

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
