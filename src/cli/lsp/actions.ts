import { LSPErrorCodes, ResponseError, type CodeAction, type Diagnostic } from "vscode-languageserver";
import type { Action } from "../../language/actions/action.js";
import { organizeImports } from "../../language/actions/organize-imports.js";
import { findQuickFixes } from "../../language/actions/quick-fixes.js";
import { toFileRange } from "../../language/places.js";
import type { Snapshot } from "../../language/project.js";
import type { PlaceInDocument, Session } from "./session.js";
import { toOffset } from "./positions.js";
import { toWorkspaceEdit } from "./workspace-edits.js";

export const actionKinds: string[] = ["quickfix", "source.organizeImports"];

/** Answers what can be changed at a place. Edits are worked out for the action that is chosen (LSP-64). */
export function registerActions(session: Session): void {
  const { connection } = session;
  let offered: readonly Action[] = [];
  let offeredIn: Snapshot | undefined;
  connection.onCodeAction(
    session.answer(({ textDocument, range, context }): CodeAction[] => {
      const place = session.placeOf(textDocument, range.start);
      const source = place?.snapshot.files.get(place.path)?.source;
      if (place === undefined || source === undefined) {
        return [];
      }
      const end = toOffset(source, range.end, session.encoding);
      const wanted = (kind: string): boolean =>
        context.only?.some((only) => kind === only || kind.startsWith(`${only}.`)) ?? !kind.startsWith("source.");
      offered = findActions(place, end).filter(({ kind }) => wanted(kind));
      offeredIn = place.snapshot;
      const resolvesLater =
        session.capabilities.textDocument?.codeAction?.resolveSupport?.properties.includes("edit") === true;
      return offered.map((action, index) => ({
        title: action.title,
        kind: action.kind,
        ...(action.isPreferred === true ? { isPreferred: true } : {}),
        ...diagnosticsOf(action, place.snapshot, context.diagnostics, session),
        ...(resolvesLater ? { data: index } : { edit: toWorkspaceEdit(action.edits(), place.snapshot, session) }),
      }));
    }),
  );
  connection.onCodeActionResolve((action) => {
    const found = offered[Number(action.data)];
    if (found === undefined || offeredIn === undefined) {
      return action;
    }
    if (![...session.workspace.projects()].some(({ project }) => project.snapshot === offeredIn)) {
      throw new ResponseError(
        LSPErrorCodes.ContentModified,
        "The documents have changed since the action was offered.",
      );
    }
    return { ...action, edit: toWorkspaceEdit(found.edits(), offeredIn, session) };
  });
}

function findActions({ snapshot, path, offset }: PlaceInDocument, end: number): Action[] {
  return [...findQuickFixes(snapshot, path, offset, end), ...organizeImports(snapshot, path)];
}

/** The diagnostics of the client that an action removes. */
function diagnosticsOf(
  { finding }: Action,
  snapshot: Snapshot,
  diagnostics: readonly Diagnostic[],
  session: Session,
): { readonly diagnostics?: Diagnostic[] } {
  if (finding === undefined) {
    return {};
  }
  const { start } = session.rangeOf(snapshot, toFileRange(finding.span));
  const same = diagnostics.filter(
    ({ code, range }) =>
      code === finding.code && range.start.line === start.line && range.start.character === start.character,
  );
  return { diagnostics: same };
}
