import {
  listFolder,
  listFolderContinue,
  type ListFolderResultInput,
  type LookupErrorInput,
  type MetadataInput,
} from "cloud-storage-api/files";
import { routeError, type FilesHandlers } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { Caller, UserCaller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import type { Queries } from "../../database/database.js";
import { deletedMetadata, toMetadata } from "../metadata.js";
import { type Fail, isBelow, itemAt } from "../tree/item.js";
import { findLocation } from "../tree/locate.js";
import { isShown, type Reach, type View, viewNamespace, withReach } from "../tree/reach.js";
import {
  canContinueListing,
  type ListedRow,
  type ListingState,
  newPart,
  type Part,
  readCursor,
  readPart,
  writeCursor,
} from "./state.js";

/** Returns the handlers that list folders and their changes. */
export function listFolderHandlers({
  database,
  clock,
  cursors,
}: Backend): Pick<FilesHandlers<Caller>, "listFolder" | "listFolderContinue"> {
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

/** The maximum number of entries on a page. */
const pageSize = 500;

/** A page of a listing. */
interface Page {
  readonly entries: MetadataInput[];
  readonly state: ListingState;
  readonly hasMore: boolean;
}

/** Returns the next page of a listing. Fails if the folder no longer exists or is inaccessible. */
async function nextPage(reach: Reach, state: ListingState, fail: Fail<LookupErrorInput>): Promise<Page> {
  await checkFolder(reach, state, fail);
  const entries: MetadataInput[] = [];
  const parts: Part[] = [];
  let hasMore = false;
  for (const { part, view } of await findParts(reach, state)) {
    if (entries.length === pageSize) {
      // The remaining parts belong to the next page.
      parts.push(part);
      hasMore = true;
    } else {
      const progress = await readPart(reach.queries, state, part, pageSize - entries.length);
      entries.push(...progress.rows.map((row) => toEntry(view, row, state)));
      parts.push(progress.part);
      hasMore ||= progress.hasMore;
    }
  }
  return { entries, state: { ...state, parts }, hasMore };
}

async function checkFolder(
  reach: Reach,
  { namespace, key }: ListingState,
  fail: Fail<LookupErrorInput>,
): Promise<void> {
  const view = await viewNamespace(reach, namespace);
  const folder = view && isShown(view, key) && (key === "" || (await itemAt(reach.queries, namespace, key)));
  if (folder === undefined || folder === false) {
    throw fail("not_found");
  }
  if (folder !== true && folder.kind !== "folder") {
    throw fail("not_folder");
  }
}

/** Returns the current parts of the listing. Folders may have been mounted, moved or unmounted since the last page. */
async function findParts(reach: Reach, state: ListingState): Promise<{ part: Part; view: View }[]> {
  const { namespace, key, recursive } = state;
  const mounts = recursive
    ? await reach.queries.all<{ target: number; path_key: string }>(sql`
        select target, path_key from item where ${isBelow(namespace, key)} and target is not null order by path_key`)
    : [];
  const places = [
    { namespace, key, mount: null },
    ...mounts.map(({ target, path_key }) => ({ namespace: target, key: "", mount: path_key })),
  ];
  const present: { part: Part; view: View }[] = [];
  for (const place of places) {
    const view = await viewNamespace(reach, place.namespace);
    if (view !== undefined) {
      const previousPart = state.parts.find((part) => part.namespace === place.namespace && part.mount === place.mount);
      present.push({ part: previousPart ?? (await newPart(reach.queries, place)), view });
    }
  }
  return present;
}

function toEntry(view: View, row: ListedRow, state: ListingState): MetadataInput {
  return row.kind === "deleted" ? deletedMetadata(view, row) : toMetadata({ view, item: row }, state);
}
