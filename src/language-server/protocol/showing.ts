import {
  ErrorCodes,
  MessageType,
  ResponseError,
  ShowDocumentRequest,
  ShowMessageNotification,
  type Command,
  type Location,
  type Range,
} from "vscode-languageserver";
import type { Jump } from "../features/actions/quick-fixes.js";
import type { LintFinding } from "../../lint/finding.js";
import type { Snapshot } from "../features/project.js";
import { ruleSection } from "../../project/rule-section.js";
import { toLocation } from "./navigation.js";
import type { Session } from "./session.js";

/** The commands that code actions execute instead of edits (LSP-50). */
export const goToCommand = "ashlar.goTo";
export const explainCommand = "ashlar.explain";

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

export async function goTo([location]: readonly unknown[], session: Session): Promise<void> {
  if (!isLocation(location)) {
    throw new ResponseError(ErrorCodes.InvalidParams, "The argument is a location.");
  }
  await showDocument(location.uri, location.range, session);
}

/** Shows the documentation of a rule. If the client cannot show documents, shows the first paragraph as a message. */
export async function explain([rule]: readonly unknown[], session: Session): Promise<void> {
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
