import type { FilesHandlers } from "cloud-storage-api/server";
import type { Caller } from "../access/caller.js";
import type { Backend } from "../backend.js";
import { copyBatchHandlers } from "./copy-batch/handlers.js";
import { createFolderHandlers } from "./create-folder.js";
import { deleteHandlers } from "./delete.js";
import { downloadHandlers } from "./download.js";
import { listFolderHandlers } from "./listing/list-folder.js";
import { longpollHandlers } from "./listing/longpoll.js";
import { metadataHandlers } from "./get-metadata.js";
import { previewHandlers } from "./previews/handlers.js";
import { relocationHandlers } from "./relocate.js";
import { revisionHandlers } from "./revisions.js";
import { temporaryLinkHandlers } from "./temporary-links.js";
import { uploadHandlers } from "./uploads/upload.js";
import { uploadSessionHandlers } from "./uploads/upload-session.js";

/** Returns the handlers of the namespace `files`. */
export function filesHandlers(backend: Backend): FilesHandlers<Caller> {
  return {
    ...copyBatchHandlers(backend),
    ...createFolderHandlers(backend),
    ...deleteHandlers(backend),
    ...downloadHandlers(backend),
    ...listFolderHandlers(backend),
    ...longpollHandlers(backend),
    ...metadataHandlers(backend),
    ...previewHandlers(backend),
    ...relocationHandlers(backend),
    ...revisionHandlers(backend),
    ...temporaryLinkHandlers(backend),
    ...uploadHandlers(backend),
    ...uploadSessionHandlers(backend),
  };
}
