import {
  LSPErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageRequest,
  type WorkspaceEdit,
} from "vscode-languageserver";
import { prepareRename, rename } from "../features/rename.js";
import type { Session } from "./session.js";
import { toWorkspaceEdit } from "./workspace-edits.js";

/** Handles requests to check whether a name can be renamed, and to rename it (LSP-40 to LSP-42). */
export function registerRename(session: Session): void {
  const { connection } = session;
  connection.onPrepareRename(
    session.positionHandler("all files", ({ snapshot, path, offset }) => {
      const prepared = prepareRename(snapshot, path, offset);
      if (typeof prepared === "string") {
        throw new ResponseError(LSPErrorCodes.RequestFailed, prepared);
      }
      return prepared === undefined
        ? null
        : { range: session.rangeOf(snapshot, prepared.range), placeholder: prepared.name };
    }),
  );
  connection.onRenameRequest(
    session.positionHandler(
      "all files",
      ({ snapshot, path, offset }, { newName }): WorkspaceEdit | Promise<WorkspaceEdit> => {
        const renamed = rename(snapshot, path, offset, newName);
        if (typeof renamed === "string") {
          throw new ResponseError(LSPErrorCodes.RequestFailed, renamed);
        }
        const { edits, wire, files } = renamed;
        const edit = toWorkspaceEdit(edits, snapshot, session, { needsConfirmation: wire, renamedFiles: files });
        const isAnnotated = edit.changeAnnotations !== undefined;
        return wire === undefined || isAnnotated ? edit : warn(wire, session).then(() => edit);
      },
    ),
  );
}

/** Shows a warning in a client that cannot ask for confirmation. Waits for the user only briefly. */
async function warn(wire: string, { connection }: Session): Promise<void> {
  const message = `This changes the wire: ${wire}.`;
  const shown = connection
    .sendRequest(ShowMessageRequest.type, { type: MessageType.Warning, message })
    .catch(() => undefined);
  await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 500))]);
}
