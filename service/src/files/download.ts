import { download, type LookupErrorInput } from "cloud-storage-api/files";
import { routeError, type DownloadReply, type FilesHandlers, type ServedContent } from "cloud-storage-api/server";
import type { FileMetadataInput } from "cloud-storage-api/files";
import type { Caller } from "../access/caller.js";
import type { Backend } from "../backend.js";
import type { Contents } from "../contents/contents.js";
import { fileMetadata } from "./metadata.js";
import { findContent } from "./readable.js";
import type { Fail } from "./tree/fail.js";
import type { FileItem } from "./tree/item.js";
import type { Found } from "./tree/locate.js";
import { readWithReach } from "./tree/reach.js";
import type { StoredContent } from "./tree/save-file.js";

/** Returns the handlers that download files. */
export function downloadHandlers({ database, clock, contents }: Backend): Pick<FilesHandlers<Caller>, "download"> {
  const fail: Fail<LookupErrorInput> = (error) => routeError(download, { ".tag": "path", path: error });
  return {
    async download({ path }, caller) {
      const found = await readWithReach(database, clock, caller, (reach) => findContent(reach, path, fail));
      return wholeFile(contents, found);
    },
  };
}

/** Returns the metadata and the content of a file. */
export function wholeFile(contents: Contents, found: Found<FileItem>): DownloadReply<FileMetadataInput> {
  return { result: fileMetadata(found), ...servedFile(contents, found.item) };
}

/** Returns the content of a file. The entity tag changes when the content does (B-009). */
export function servedFile(contents: Contents, { content, size }: StoredContent): ServedContent {
  return {
    content: (range) => contents.open(content, range?.start ?? 0, range?.end ?? size - 1),
    size,
    etag: content,
  };
}
