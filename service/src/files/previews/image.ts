/** The types of images that can have thumbnails. */
export type ImageType = "jpeg" | "png";

/** The size of an image in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the image type of a file by its name; undefined if it is not supported. */
export function imageType(name: string): ImageType | undefined {
  if (/\.jpe?g$/i.test(name)) {
    return "jpeg";
  }
  return /\.png$/i.test(name) ? "png" : undefined;
}

/** Reads the size of an image from the first bytes of the file; undefined if they do not contain the size. */
export function imageSize(type: ImageType, bytes: Buffer): ImageSize | undefined {
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
