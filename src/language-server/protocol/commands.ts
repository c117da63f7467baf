import { ErrorCodes, ResponseError, type Position } from "vscode-languageserver";
import { showIr, showWire } from "../features/show.js";
import type { DiagnosticsPublisher } from "./diagnostics.js";
import type { Session } from "./session.js";
import { explain, explainCommand, goTo, goToCommand } from "./showing.js";

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
