import type { FilesHandlers } from "cloud-storage-api/server";
import type { Caller } from "../access/caller.js";
import type { Backend } from "../backend.js";
import { copyBatchHandlers } from "./copy-batch.js";
import { downloadHandlers } from "./download.js";
import { listFolderHandlers } from "./listing/list-folder.js";
import { longpollHandlers } from "./listing/longpoll.js";
import { metadataHandlers } from "./get-metadata.js";
import { previewHandlers } from "./previews/handlers.js";
import { relocationHandlers } from "./relocate.js";
import { revisionHandlers } from "./revisions.js";
import { temporaryLinkHandlers } from "./temporary-links.js";
import { treeHandlers } from "./create-and-delete.js";
import { uploadHandlers } from "./uploads/upload.js";
import { uploadSessionHandlers } from "./uploads/upload-session.js";

/** Answers the calls of the namespace `files`. */
export function filesHandlers(backend: Backend): FilesHandlers<Caller> {
  return {
    ...copyBatchHandlers(backend),
    ...downloadHandlers(backend),
    ...listFolderHandlers(backend),
    ...longpollHandlers(backend),
    ...metadataHandlers(backend),
    ...previewHandlers(backend),
    ...relocationHandlers(backend),
    ...revisionHandlers(backend),
    ...temporaryLinkHandlers(backend),
    ...treeHandlers(backend),
    ...uploadHandlers(backend),
    ...uploadSessionHandlers(backend),
  };
}
