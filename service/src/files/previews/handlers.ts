import {
  getPreview,
  getThumbnail,
  type LookupErrorInput,
  type PreviewErrorInput,
  type ThumbnailErrorInput,
} from "cloud-storage-api/files";
import { routeError, type FilesHandlers } from "cloud-storage-api/server";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import type { Contents } from "../../contents/contents.js";
import { wholeFile } from "../download.js";
import { fileMetadata } from "../metadata.js";
import { findContent } from "../readable.js";
import type { Fail } from "../tree/fail.js";
import type { FileItem } from "../tree/item.js";
import { readWithReach } from "../tree/reach.js";
import { imageSize, imageType } from "./image.js";
import { isText, decodeText, textPage } from "./text.js";

type Handlers = Pick<FilesHandlers<Caller>, "getPreview" | "getThumbnail">;

/** The maximum size of a text file that has a preview, in bytes. */
const largestText = 1024 * 1024;

/** The number of bytes of an image that are read to determine its width and height. */
const imageHead = 256 * 1024;

/**
 * Returns the handlers for previews and thumbnails. There is no renderer: previews show text as a page, and thumbnails are images
 * that are already small enough.
 */
export function previewHandlers({ database, clock, contents }: Backend): Handlers {
  const failPreview = (error: PreviewErrorInput): Error => routeError(getPreview, error);
  const failThumbnail = (error: ThumbnailErrorInput): Error => routeError(getThumbnail, error);
  const inPath =
    (fail: (error: { ".tag": "path"; path: LookupErrorInput }) => Error): Fail<LookupErrorInput> =>
    (error) =>
      fail({ ".tag": "path", path: error });
  return {
    async getPreview({ path }, caller) {
      const found = await readWithReach(database, clock, caller, (reach) =>
        findContent(reach, path, inPath(failPreview)),
      );
      const { item } = found;
      if (!isText(item.name)) {
        throw failPreview("unsupported_extension");
      }
      const text = item.size > largestText ? undefined : decodeText(await firstBytes(contents, item, largestText));
      if (text === undefined) {
        throw failPreview("unsupported_content");
      }
      const content = textPage(item.name, text);
      // The tag includes the name, because the page shows it.
      const etag = `${item.content}-${Buffer.from(item.name).toString("base64url")}`;
      return { result: fileMetadata(found), content, etag, contentType: "text/html; charset=utf-8" };
    },
    async getThumbnail({ path, format, size }, caller) {
      const found = await readWithReach(database, clock, caller, (reach) =>
        findContent(reach, path, inPath(failThumbnail)),
      );
      const { item } = found;
      const type = imageType(item.name);
      if (type === undefined) {
        throw failThumbnail("unsupported_extension");
      }
      const picture = imageSize(type, await firstBytes(contents, item, imageHead));
      if (picture === undefined) {
        throw failThumbnail("unsupported_image");
      }
      const [, width, height] = /^w(\d+)h(\d+)$/.exec(size[".tag"]) ?? [];
      if (type !== format[".tag"] || picture.width > Number(width) || picture.height > Number(height)) {
        throw failThumbnail("conversion_error");
      }
      return { ...wholeFile(contents, found), contentType: `image/${type}` };
    },
  };
}

async function firstBytes(contents: Contents, { content, size }: FileItem, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of contents.read(content, 0, Math.min(size, most) - 1)) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
