import {
  getPreview,
  getThumbnail,
  type LookupErrorInput,
  type PreviewErrorInput,
  type ThumbnailErrorInput,
} from "cloud-storage-api/files";
import { routeError, type FilesHandlers } from "cloud-storage-api/server";
import type { Caller } from "../access/caller.js";
import type { Backend } from "../backend.js";
import type { Contents } from "../contents/contents.js";
import { findContent, wholeFile } from "./download.js";
import { fileMetadata } from "./metadata.js";
import type { Fail, FileItem } from "./tree/item.js";
import { readWithReach } from "./tree/reach.js";

/** The maximum size of a text file that has a preview, in bytes. */
const largestText = 1024 * 1024;

/** The number of bytes of an image that are read to determine its width and height. */
const imageHead = 256 * 1024;

/**
 * Returns the handlers for previews and thumbnails. There is no renderer: previews show text as a page, and thumbnails are images
 * that are already small enough.
 */
export function previewHandlers({
  database,
  clock,
  contents,
}: Backend): Pick<FilesHandlers<Caller>, "getPreview" | "getThumbnail"> {
  const failPreview = (error: PreviewErrorInput): Error => routeError(getPreview, error);
  const failThumbnail = (error: ThumbnailErrorInput): Error => routeError(getThumbnail, error);
  const inPath =
    (fail: (error: { ".tag": "path"; path: LookupErrorInput }) => Error): Fail<LookupErrorInput> =>
    (error) =>
      fail({ ".tag": "path", path: error });
  return {
    async getPreview({ path }, caller) {
      const file = await readWithReach(database, clock, caller, (reach) =>
        findContent(reach, path, inPath(failPreview)),
      );
      const { item } = file;
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
      return { result: fileMetadata(file), content, etag, contentType: "text/html; charset=utf-8" };
    },
    async getThumbnail({ path, format, size }, caller) {
      const file = await readWithReach(database, clock, caller, (reach) =>
        findContent(reach, path, inPath(failThumbnail)),
      );
      const { item } = file;
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
      return { ...wholeFile(contents, file), contentType: `image/${type}` };
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

/** The types of images that can have thumbnails. */
type ImageType = "jpeg" | "png";

/** The size of an image in pixels. */
interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the image type of a file by its name; undefined if it is not supported. */
function imageType(name: string): ImageType | undefined {
  if (/\.jpe?g$/i.test(name)) {
    return "jpeg";
  }
  return /\.png$/i.test(name) ? "png" : undefined;
}

/** Reads the size of an image from the first bytes of the file; undefined if they do not contain the size. */
function imageSize(type: ImageType, bytes: Buffer): ImageSize | undefined {
  try {
    return type === "png" ? pngSize(bytes) : jpegSize(bytes);
  } catch (thrown) {
    if (thrown instanceof RangeError) {
      return undefined; // the data is too short
    }
    throw thrown;
  }
}

/** Reads the size of a PNG from the header, which is the first chunk (PNG, section 11.2.1). */
function pngSize(bytes: Buffer): ImageSize | undefined {
  const isPng =
    bytes.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n" && bytes.toString("latin1", 12, 16) === "IHDR";
  return isPng ? positive({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }) : undefined;
}

/** Reads the size of a JPEG from the segment that starts a frame (ITU-T T.81, section B.2.2). */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) {
    return undefined;
  }
  for (let at = 2; bytes.readUInt8(at) === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return positive({ height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) });
    }
  }
  return undefined;
}

function positive(size: ImageSize): ImageSize | undefined {
  return size.width > 0 && size.height > 0 ? size : undefined;
}

/** Returns whether a file is a text file, judging by its extension. */
function isText(name: string): boolean {
  return /\.(txt|md|csv|tsv|json|xml|yaml|yml|log|ini|html|css|js|ts|sql)$/i.test(name);
}

/** Decodes UTF-8; undefined if the bytes are invalid or contain a null character. */
function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Returns an HTML page that shows a text. */
function textPage(title: string, text: string): string {
  return `<!DOCTYPE html>
<html>
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body><pre>${escapeHtml(text)}</pre></body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
