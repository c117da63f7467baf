import { listRevisions, restore, type LookupErrorInput, type WriteErrorInput } from "cloud-storage-api/files";
import { routeError, type FilesHandlers } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { Caller } from "../access/caller.js";
import { countWrite } from "../access/rate-limits.js";
import type { Backend } from "../backend.js";
import { utc } from "../clock.js";
import { fileMetadata } from "./metadata.js";
import { checkSpace } from "./tree/change.js";
import { tombstoneAt } from "./tree/delete.js";
import { type Fail, itemAt } from "./tree/item.js";
import { findLocation } from "./tree/locate.js";
import { withLocked } from "./tree/lock.js";
import { withReach } from "./tree/reach.js";
import {
  isRevisionAt,
  replacedSize,
  restoredId,
  type Revision,
  revisionAsFile,
  revisionColumns,
  revisionsAt,
  saveFile,
} from "./tree/revision.js";
import { conflictWith, findTarget } from "./tree/target.js";

type Handlers = Pick<FilesHandlers<Caller>, "listRevisions" | "restore">;

/** Returns the handlers that list and restore revisions of files. */
export function revisionHandlers({ database, clock, settings }: Backend): Handlers {
  const failListing: Fail<LookupErrorInput> = (error) => routeError(listRevisions, { ".tag": "path", path: error });
  const failLookup: Fail<LookupErrorInput> = (error) =>
    routeError(restore, { ".tag": "path_lookup", path_lookup: error });
  const failWrite: Fail<WriteErrorInput> = (error) => routeError(restore, { ".tag": "path_write", path_write: error });
  return {
    listRevisions: ({ path, limit }, caller) =>
      withReach(database, clock, caller, async (reach) => {
        const { queries } = reach;
        const { view, key } = await findLocation(reach, path, failListing);
        const item = await itemAt(queries, view.namespace, key);
        if (item !== undefined && item.kind !== "file") {
          throw failListing("not_file");
        }
        const revisions = await revisionsAt(queries, view.namespace, key, item, limit);
        if (revisions.length === 0) {
          throw failListing("not_found");
        }
        const tombstone = item ? undefined : await tombstoneAt(queries, view.namespace, key);
        return {
          is_deleted: item === undefined,
          server_deleted: tombstone && utc(tombstone.deleted),
          entries: revisions.map((revision) => fileMetadata({ view, item: revisionAsFile(revision, item) })),
        };
      }),
    async restore({ path, rev }, caller) {
      await countWrite(database, settings, caller.accountId);
      return withLocked(database, clock, caller, [path], async (reach) => {
        const { queries } = reach;
        await findLocation(reach, path, failLookup);
        const target = await findTarget(reach, path, failWrite);
        if (target.occupant !== undefined && target.occupant.kind !== "file") {
          throw failWrite(conflictWith(target.occupant));
        }
        const revision = await queries.first<Revision>(sql`
          select ${revisionColumns} from revision
          where rev = ${rev} and ${isRevisionAt(target.view.namespace, target.key, target.occupant)}`);
        if (revision === undefined) {
          throw routeError(restore, "invalid_revision");
        }
        if (revision.is_restricted) {
          throw failLookup("restricted_content");
        }
        await checkSpace(queries, target.view.namespace, revision.size - replacedSize(target), failWrite);
        return fileMetadata(await saveFile(reach, target, revision, revision.client_modified, restoredId(revision)));
      });
    },
  };
}
