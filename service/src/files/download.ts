import { download, type FileMetadataInput, getTemporaryLink, type LookupErrorInput } from "cloud-storage-api/files";
import {
  contentResponse,
  type DownloadReply,
  type FilesHandlers,
  routeError,
  type ServedContent,
} from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { Caller } from "../access/caller.js";
import { hashSecret } from "../access/tokens.js";
import type { Backend } from "../backend.js";
import type { Contents } from "../contents/contents.js";
import { randomText } from "../database/ids.js";
import { fileMetadata } from "./metadata.js";
import { type Fail, type FileItem, type Item, itemColumns } from "./tree/item.js";
import { findItem, type LocatedItem } from "./tree/locate.js";
import { parsePath } from "./tree/path.js";
import { isShown, type Reach, readWithReach, viewNamespace, withReach } from "./tree/reach.js";
import { type Revision, revisionAsFile, revisionColumns, type StoredContent } from "./tree/revision.js";

/** Returns the handlers that download files. */
export function downloadHandlers({ database, clock, contents }: Backend): Pick<FilesHandlers<Caller>, "download"> {
  const fail: Fail<LookupErrorInput> = (error) => routeError(download, { ".tag": "path", path: error });
  return {
    async download({ path }, caller) {
      const file = await readWithReach(database, clock, caller, (reach) => findContent(reach, path, fail));
      return wholeFile(contents, file);
    },
  };
}

/** Returns the metadata and the content of a file. */
export function wholeFile(contents: Contents, file: LocatedItem<FileItem>): DownloadReply<FileMetadataInput> {
  return { result: fileMetadata(file), ...servedFile(contents, file.item) };
}

/** Returns the content of a file. The entity tag changes when the content does (B-009). */
function servedFile(contents: Contents, { content, size }: StoredContent): ServedContent {
  return {
    content: (range) => contents.open(content, range?.start ?? 0, range?.end ?? size - 1),
    size,
    etag: content,
  };
}

/** The start of the path of temporary links. The secret and the name of the file follow. */
export const temporaryPath = "/temporary";

/** How long a link is valid, in milliseconds. */
const linkLifetime = 4 * 60 * 60 * 1000;

/** Returns the handler that creates temporary links, through which anyone can read a file. */
export function temporaryLinkHandlers({
  database,
  clock,
  settings,
}: Backend): Pick<FilesHandlers<Caller>, "getTemporaryLink"> {
  const fail: Fail<LookupErrorInput> = (error) => routeError(getTemporaryLink, { ".tag": "path", path: error });
  return {
    async getTemporaryLink({ path }, caller, request) {
      const secret = randomText(43);
      const file = await withReach(database, clock, caller, async (reach) => {
        const { view, item } = await findContent(reach, path, fail);
        await reach.queries.run(sql`
          insert into temporary_link (hash, item_id, rev, expires)
          values (${hashSecret(secret)}, ${item.id}, ${item.rev}, ${new Date(reach.now.getTime() + linkLifetime)})`);
        return { view, item };
      });
      const origin = settings.contentUrl ?? `http://${request.header("host") ?? `${settings.host}:${settings.port}`}`;
      return {
        metadata: fileMetadata(file),
        link: `${origin}${temporaryPath}/${secret}/${encodeURIComponent(file.item.name)}`,
      };
    },
  };
}

/**
 * Handles a request for the file of a temporary link, which needs no authorization. Sends the revision for which the link was
 * created.
 */
export async function temporaryFile({ database, clock, contents, log }: Backend, request: Request): Promise<Response> {
  const [, , secret = ""] = new URL(request.url).pathname.split("/");
  const now = await clock.now(database);
  const file = await database.first<{ content: string; size: number; name: string }>(sql`
    select revision.content, revision.size, revision.name
    from temporary_link join revision on revision.rev = temporary_link.rev
    join namespace on namespace.id = revision.namespace_id
    where temporary_link.hash = ${hashSecret(secret)} and temporary_link.expires > ${now}
      and not revision.is_restricted and namespace.status is distinct from 'archived'`);
  if (file === undefined) {
    return new Response("There is no such link, or it has expired.", { status: 404 });
  }
  // Browsers must never treat the file as a page of this service.
  const headers = {
    "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    "X-Content-Type-Options": "nosniff",
  };
  return contentResponse(request, servedFile(contents, file), {
    headers,
    onError: (error) => log.error(error, "failed to send a file"),
  });
}

/** Returns what a path resolves to, for reading: an item, or a revision of a file. Fails if there is none. */
export async function findReadable(reach: Reach, path: string, fail: Fail<LookupErrorInput>): Promise<LocatedItem> {
  const parsed = parsePath(path);
  if (typeof parsed === "string" || parsed.start.kind !== "revision") {
    return findItem(reach, path, fail);
  }
  const revision = parsed.names.length === 0 ? await findRevision(reach, parsed.start.rev) : undefined;
  if (revision === undefined) {
    throw fail("not_found");
  }
  return revision;
}

/** Returns the file that a path resolves to, if its content is accessible. Fails otherwise. */
export async function findContent(
  reach: Reach,
  path: string,
  fail: Fail<LookupErrorInput>,
): Promise<LocatedItem<FileItem>> {
  const { view, item } = await findReadable(reach, path, fail);
  if (item.kind !== "file") {
    throw fail("not_file");
  }
  if (item.is_restricted) {
    throw fail("restricted_content");
  }
  return { view, item };
}

/**
 * Returns a revision as a file: at the current path of the file if the file still exists, otherwise at its former path.
 * Undefined if there is no such revision, or if it is inaccessible.
 */
async function findRevision(reach: Reach, rev: string): Promise<LocatedItem | undefined> {
  const { queries } = reach;
  const revision = await queries.first<Revision>(sql`select ${revisionColumns} from revision where rev = ${rev}`);
  if (revision === undefined) {
    return undefined;
  }
  const file = await queries.first<Item>(sql`select ${itemColumns} from item where id = ${revision.item_id}`);
  const view = await viewNamespace(reach, file?.namespace_id ?? revision.namespace_id);
  const item = revisionAsFile(revision, file);
  return view && isShown(view, item.path_key) ? { view, item } : undefined;
}
