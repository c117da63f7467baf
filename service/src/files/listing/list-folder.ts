import {
  listFolder,
  listFolderContinue,
  type ListFolderResultInput,
  type LookupErrorInput,
} from "cloud-storage-api/files";
import { routeError, type FilesHandlers } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { Caller, UserCaller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import type { Queries } from "../../database/database.js";
import type { Fail } from "../tree/fail.js";
import { itemAt } from "../tree/item.js";
import { findLocation } from "../tree/locate.js";
import { withReach } from "../tree/reach.js";
import { nextPage, type Page } from "./page.js";
import { canContinueListing, readCursor, writeCursor } from "./state.js";

type Handlers = Pick<FilesHandlers<Caller>, "listFolder" | "listFolderContinue">;

/** Returns the handlers that list folders and their changes. */
export function listFolderHandlers({ database, clock, cursors }: Backend): Handlers {
  const result = ({ entries, state, hasMore }: Page): ListFolderResultInput => ({
    entries,
    cursor: writeCursor(cursors, state),
    has_more: hasMore,
  });
  return {
    listFolder: ({ path, ...options }, caller) =>
      withReach(database, clock, caller, async (reach) => {
        const fail: Fail<LookupErrorInput> = (error) => routeError(listFolder, { ".tag": "path", path: error });
        const { view, key } = await findLocation(reach, path, fail);
        const item = await itemAt(reach.queries, view.namespace, key);
        const folder =
          item?.kind === "mount" ? { namespace: item.target, key: "" } : { namespace: view.namespace, key };
        const { accountId: account, app, isAdmin } = caller;
        const state = { account, app: app.key, isAdmin, ...folder, ...options, parts: [] };
        return result(await nextPage(reach, state, fail));
      }),
    async listFolderContinue({ cursor }, caller) {
      const state = readCursor(cursors, cursor);
      if (state === undefined || !canContinueListing(state, caller)) {
        throw routeError(listFolderContinue, "reset");
      }
      // The cursor determines what is listed. An app may continue an administrator's listing with Select-User (which was the only
      // way before this route accepted Select-Admin), provided that the member is still an administrator.
      const isAdmin = state.isAdmin && (caller.isAdmin || (await isTeamAdmin(database, caller)));
      return withReach(database, clock, { ...caller, isAdmin }, async (reach) =>
        result(
          await nextPage(reach, state, (error) => routeError(listFolderContinue, { ".tag": "path", path: error })),
        ),
      );
    },
  };
}

async function isTeamAdmin(queries: Queries, { member }: UserCaller): Promise<boolean> {
  const admin = await queries.first(
    sql`select from member where id = ${member?.id ?? ""} and role = 'team_admin' and status = 'active'`,
  );
  return admin !== undefined;
}
