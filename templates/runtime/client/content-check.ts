import { contentHasher, type ContentHasher } from "../codecs/content-hasher.js";
import { chunkBytes } from "../codecs/content-chunk.js";
import { isObject } from "../codecs/composites.js";
import type { Binding } from "../routes/binding.js";
import type { RouteInfo } from "../routes/route.js";
import type { CallableRoute } from "./lazy-route.js";
import type { CallState } from "./core.js";
import { ContentError, type ReceivedResponse } from "./errors.js";
import type { UploadContent } from "./upload-content.js";

/** Compares content with the hash in the result of its download. */
export interface ContentCheck {
  /** Adds the next bytes. */
  add(bytes: Uint8Array): Promise<void>;
  /** Throws a {@link ContentError} if the bytes have another hash. */
  end(): Promise<void>;
}

/**
 * Returns a check of the whole content of a download; undefined if it cannot be checked. `wholeSize` is the size of content that is
 * in memory.
 */
export function contentCheck(
  state: CallState,
  { name, version, path }: RouteInfo,
  begun: ReceivedResponse,
  result: unknown,
  wholeSize?: number,
): ContentCheck | undefined {
  const contentHash = contentHashOf(state);
  const key = version === 1 ? name : `${name}:${version}`;
  const expected =
    contentHash?.downloads.includes(key) === true && isObject(result) ? result[contentHash.field] : undefined;
  const hasher = contentHash && typeof expected === "string" && contentHasher(contentHash.algorithm, wholeSize);
  return hasher
    ? {
        add: (bytes) => hasher.add(bytes),
        async end() {
          const actual = await hasher.end();
          if (actual !== expected.toLowerCase()) {
            throw new ContentError(path, begun, expected, actual);
          }
        },
      }
    : undefined;
}

/** Returns the JSON of the argument of an upload with the hash of its content, if the content is in memory and the argument has a field for it. */
export async function withContentHash<ArgInput>(
  state: CallState,
  route: CallableRoute<ArgInput, unknown, unknown>,
  arg: ArgInput,
  json: unknown,
  content: UploadContent,
): Promise<unknown> {
  const contentHash = contentHashOf(state);
  if (contentHash === undefined || !acceptsHash(route, arg, contentHash.field)) {
    return json;
  }
  const { algorithm, field } = contentHash;
  const given = isObject(json) ? json : {};
  const hash = given[field] === undefined ? await hashOf(content, (size) => contentHasher(algorithm, size)) : undefined;
  return hash === undefined ? json : { ...given, [field]: hash };
}

function contentHashOf({ binding, options, callOptions }: CallState): ContentHashing | undefined {
  const isVerified = callOptions.verifyContent ?? options().verifyContent;
  return isVerified === false ? undefined : binding.contentHash;
}

type ContentHashing = Binding["contentHash"];

/** Returns whether the argument of a route has a field for a hash. */
function acceptsHash<ArgInput>(
  route: CallableRoute<ArgInput, unknown, unknown>,
  arg: ArgInput,
  field: string,
): boolean {
  try {
    route.encodeArg({ ...arg, [field]: "0".repeat(64) }, { refuseUnknownFields: true });
    return true;
  } catch {
    return false;
  }
}

/** How much of a Blob is read at once. */
const partSize = 4_194_304;

/** Blobs up to this size may be read into memory as a whole. */
const mostInMemory = 67_108_864;

/** Returns the hash of content that is in memory; undefined for other content, and if the platform cannot compute it. */
async function hashOf(
  content: UploadContent,
  hasherFor: (size: number | undefined) => ContentHasher | undefined,
): Promise<string | undefined> {
  if (!(content instanceof Blob)) {
    const bytes = chunkBytes(content);
    const hasher = bytes && hasherFor(bytes.byteLength);
    await hasher?.add(bytes ?? new Uint8Array());
    return hasher?.end();
  }
  // The Blobs of React Native cannot be read.
  const hasher =
    typeof content.arrayBuffer === "function"
      ? hasherFor(content.size <= mostInMemory ? content.size : undefined)
      : undefined;
  for (let at = 0; hasher !== undefined && at < content.size; at += partSize) {
    await hasher.add(new Uint8Array(await content.slice(at, at + partSize).arrayBuffer()));
  }
  return hasher?.end();
}
