import {
  LSPErrorCodes,
  ResponseError,
  type CodeAction,
  type Command,
  type Diagnostic,
  type Range,
  type WorkspaceEdit,
} from "vscode-languageserver";
import type { Action } from "../features/actions/action.js";
import { organizeImports } from "../features/actions/organize-imports.js";
import { findJumps, findQuickFixes, type Jump } from "../features/actions/quick-fixes.js";
import { findRefactorings } from "../features/actions/refactorings.js";
import { keepFormatted } from "../features/formatting.js";
import { findLintFindings, findLintFixes, fixAll, lintRange } from "../features/lint.js";
import { toFileRange } from "../features/places.js";
import type { Snapshot } from "../features/project.js";
import type { LintFinding } from "../../lint/rule.js";
import type { Session } from "./session.js";
import { toOffset } from "./locations.js";
import { explanationCommand, jumpCommand } from "./commands.js";
import { canCreateFiles, toWorkspaceEdit } from "./editing.js";

export const actionKinds: string[] = [
  "quickfix",
  "source.organizeImports",
  "source.fixAll.ashlar",
  "refactor.extract",
  "refactor.inline",
  "refactor.rewrite",
];

/** The data with which an action is found again when its edits are requested. */
interface ActionData {
  readonly textDocument: { readonly uri: string };
  readonly range: Range;
  readonly index: number;
}

/** Handles requests for code actions in a range. Edits are computed only for the chosen action (LSP-64). */
export function registerActions(session: Session): void {
  const { connection } = session;
  connection.onCodeAction(
    session.requestHandler("all files", ({ textDocument, range, context }): CodeAction[] => {
      const codeActions = findActions(textDocument, range, session);
      if (codeActions === undefined) {
        return [];
      }
      const { snapshot, actions } = codeActions;
      const isWanted = ({ kind }: Action): boolean =>
        context.only?.some((only) => kind === only || kind.startsWith(`${only}.`)) ?? !kind.startsWith("source.");
      const resolvesLater =
        session.capabilities.textDocument?.codeAction?.resolveSupport?.properties.includes("edit") === true;
      const edits = actions.flatMap((action, index) => {
        const data: ActionData = { textDocument, range, index };
        const edit = resolvesLater ? { data } : { edit: editOf(action, snapshot, session) };
        return isWanted(action)
          ? [
              {
                title: action.title,
                kind: action.kind,
                ...(action.isPreferred === true ? { isPreferred: true } : {}),
                ...diagnosticsOf(action, snapshot, context.diagnostics, session),
                ...edit,
              },
            ]
          : [];
      });
      const isFixWanted = context.only?.includes("quickfix") ?? true;
      return isFixWanted ? [...edits, ...commandActions(codeActions, context.diagnostics, session)] : edits;
    }),
  );
  connection.onCodeActionResolve((action) => {
    const { textDocument, range, index } = action.data as ActionData;
    const codeActions = findActions(textDocument, range, session);
    const same = codeActions?.actions[index];
    if (codeActions === undefined || same?.title !== action.title) {
      throw new ResponseError(LSPErrorCodes.ContentModified, "The document has changed since the action was offered.");
    }
    return { ...action, edit: editOf(same, codeActions.snapshot, session) };
  });
}

function editOf(action: Action, snapshot: Snapshot, session: Session): WorkspaceEdit {
  const { newFile, renamedFiles = [], placeholder } = action;
  const kept = keepFormatted(action.edits(), snapshot, session.settings.format.lineWidth);
  return toWorkspaceEdit(kept, snapshot, session, { newFile, renamedFiles, placeholder });
}

/** The available actions in a range. */
interface FoundActions {
  readonly snapshot: Snapshot;
  readonly actions: readonly Action[];
  readonly jumps: readonly Jump[];
  readonly lint: readonly LintFinding[];
}

/** Returns the actions that execute commands instead of edits: links to declarations, and explanations of rules. */
function commandActions(
  { snapshot, jumps, lint }: FoundActions,
  diagnostics: readonly Diagnostic[],
  session: Session,
): CodeAction[] {
  const toAction = (command: Command | undefined, about: Pick<Action, "finding" | "lint">): CodeAction[] =>
    command === undefined
      ? []
      : [{ title: command.title, kind: "quickfix", command, ...diagnosticsOf(about, snapshot, diagnostics, session) }];
  const explained = lint.filter(({ code }, index) => lint.findIndex((other) => other.code === code) === index);
  return [
    ...jumps.flatMap((jump) => toAction(jumpCommand(jump, snapshot, session), { finding: jump.finding })),
    ...explained.flatMap((finding) => toAction(explanationCommand(finding), { lint: finding })),
  ];
}

/** Returns all actions in a range of the current document. */
function findActions(textDocument: { readonly uri: string }, range: Range, session: Session): FoundActions | undefined {
  const place = session.placeOf(textDocument, range.start);
  const source = place?.snapshot.files.get(place.path)?.source;
  if (place === undefined || source === undefined) {
    return undefined;
  }
  const { snapshot, path, offset } = place;
  const end = toOffset(source, range.end, session.encoding);
  const options = session.lintOptionsOf(path);
  const lint = session.settings.lint.enable ? findLintFindings(snapshot, path, offset, end, options) : [];
  const actions = [
    ...findQuickFixes(snapshot, path, offset, end),
    ...organizeImports(snapshot, path),
    ...findRefactorings(snapshot, path, offset, end),
    ...lint.flatMap((finding) => findLintFixes(snapshot, finding)),
    ...(session.settings.lint.enable ? fixAll(snapshot, path, options) : []),
  ].filter(({ newFile }) => newFile === undefined || canCreateFiles(session));
  return { snapshot, actions, jumps: findJumps(snapshot, path, offset, end), lint };
}

/** Returns the client's diagnostics that an action resolves. */
function diagnosticsOf(
  { finding, lint }: Pick<Action, "finding" | "lint">,
  snapshot: Snapshot,
  diagnostics: readonly Diagnostic[],
  session: Session,
): { readonly diagnostics?: Diagnostic[] } {
  const about = finding ?? lint;
  if (about === undefined) {
    return {};
  }
  const place = "span" in about ? toFileRange(about.span) : lintRange(snapshot, about);
  const { start } = session.rangeOf(snapshot, place);
  const same = diagnostics.filter(
    ({ code, range }) =>
      code === about.code && range.start.line === start.line && range.start.character === start.character,
  );
  return { diagnostics: same };
}
