import {
  ErrorCodes,
  MessageType,
  ResponseError,
  ShowDocumentRequest,
  ShowMessageNotification,
  type Command,
  type Location,
  type Range,
  type Position,
} from "vscode-languageserver";
import type { LintFinding } from "../../lint/rule.js";
import { ruleSection } from "../../project/documentation.js";
import type { Jump } from "../features/actions/quick-fixes.js";
import type { Snapshot } from "../features/project.js";
import { showIr, showWire } from "../features/show.js";
import type { DiagnosticsPublisher } from "./diagnostics.js";
import { toLocation } from "./navigation.js";
import type { Session } from "./session.js";

/** The commands that code actions execute instead of edits (LSP-50). */
const goToCommand = "ashlar.goTo";
const explainCommand = "ashlar.explain";

export const commands: string[] = [
  "ashlar.showIr",
  "ashlar.showWire",
  "ashlar.showTypeScript",
  "ashlar.restart",
  goToCommand,
  explainCommand,
];

/** A read-only document that a client shows. */
interface ShownDocument {
  readonly languageId: "json" | "typescript";
  readonly text: string;
}

/** Executes the commands of editors (LSP-71). */
export function registerCommands(session: Session, publisher: DiagnosticsPublisher): void {
  session.connection.onExecuteCommand(
    session.requestHandler("all files", async ({ command, arguments: args = [] }): Promise<ShownDocument | null> => {
      switch (command) {
        case "ashlar.showIr":
          return show(showIr, "json", args, session);
        case "ashlar.showWire":
          return show(showWire, "json", args, session);
        case "ashlar.showTypeScript":
          // The emitters are loaded only when a user wants to see their output.
          return show((await import("./show-typescript.js")).showTypeScript, "typescript", args, session);
        case goToCommand:
          await goTo(args, session);
          return null;
        case explainCommand:
          await explain(args, session);
          return null;
        case "ashlar.restart":
          await session.workspace.load(session.workspace.folders, session.settings.trustConfig);
          publisher.publish();
          return null;
        default:
          throw new ResponseError(ErrorCodes.InvalidParams, `There is no command '${command}'.`);
      }
    }),
  );
}

/** Shows a view of the name under the cursor. The arguments are the URI of a document and a position. */
function show(
  find: typeof showIr,
  languageId: ShownDocument["languageId"],
  args: readonly unknown[],
  session: Session,
): ShownDocument | null {
  const [uri, position] = args;
  if (typeof uri !== "string" || !isPosition(position)) {
    throw new ResponseError(ErrorCodes.InvalidParams, "The arguments are the URI of a document and a position.");
  }
  const place = session.placeOf({ uri }, position);
  const text = place && find(place.snapshot, place.path, place.offset);
  return text === undefined ? null : { languageId, text };
}

function isPosition(value: unknown): value is Position {
  return typeof value === "object" && value !== null && "line" in value && "character" in value;
}

/** Whether the client can show documents on request. */
function showsDocuments({ capabilities }: Session): boolean {
  return capabilities.window?.showDocument?.support === true;
}

/** Returns the command that shows the first declaration; undefined if the client cannot show documents. */
export function jumpCommand({ title, to }: Jump, snapshot: Snapshot, session: Session): Command | undefined {
  return showsDocuments(session)
    ? { title, command: goToCommand, arguments: [toLocation(to, snapshot, session)] }
    : undefined;
}

/** Returns the command that explains the rule of a finding; undefined for rules without documentation. */
export function explanationCommand({ code }: LintFinding): Command | undefined {
  return ruleSection(code) && { title: `Explain ${code}`, command: explainCommand, arguments: [code] };
}

async function goTo([location]: readonly unknown[], session: Session): Promise<void> {
  if (!isLocation(location)) {
    throw new ResponseError(ErrorCodes.InvalidParams, "The argument is a location.");
  }
  await showDocument(location.uri, location.range, session);
}

/** Shows the documentation of a rule. If the client cannot show documents, shows the first paragraph as a message. */
async function explain([rule]: readonly unknown[], session: Session): Promise<void> {
  const section = typeof rule === "string" ? ruleSection(rule) : undefined;
  if (section === undefined) {
    throw new ResponseError(ErrorCodes.InvalidParams, `There is no rule '${String(rule)}'.`);
  }
  const position = { line: section.line - 1, character: 0 };
  if (showsDocuments(session)) {
    await showDocument(section.page, { start: position, end: position }, session);
    return;
  }
  const [, paragraph = ""] = section.text.split(/\n{2,}/);
  await session.connection.sendNotification(ShowMessageNotification.type, {
    type: MessageType.Info,
    message: `${String(rule)}: ${paragraph.replace(/\n/g, " ")}`,
  });
}

async function showDocument(uri: string, selection: Range, { connection }: Session): Promise<void> {
  await connection.sendRequest(ShowDocumentRequest.type, { uri, selection, takeFocus: true });
}

function isLocation(value: unknown): value is Location {
  return typeof value === "object" && value !== null && "uri" in value && "range" in value;
}
