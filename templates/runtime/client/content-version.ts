import { contentRange } from "./byte-range.js";

/**
 * What a response says about which version of some content it carries. Parts of a download are joined only if they
 * belong to the same version, see {@link isSameVersion}.
 */
export interface ContentVersion {
  readonly etag: string | undefined;
  /** The fields of the result that name the revision of the content, as JSON; undefined if it has none. */
  readonly revision: string | undefined;
  /** The size of the whole content, in bytes. */
  readonly size: number | undefined;
}

/**
 * The version of the content in a response. `result` is the JSON of the route's result, in which fields with one of the
 * names `revisionFields` name the revision.
 */
export function contentVersion(response: Response, result: unknown, revisionFields: readonly string[]): ContentVersion {
  const { status, headers } = response;
  const revision = findFields(result, revisionFields, 0);
  return {
    etag: headers.get("ETag") ?? undefined,
    revision: revision.length === 0 ? undefined : JSON.stringify(revision),
    size: status === 206 ? contentRange(headers)?.size : contentLength(headers),
  };
}

/** The number of bytes in the body of a response; undefined if that is not known, or if the body is compressed. */
export function contentLength(headers: Headers): number | undefined {
  const length = headers.get("Content-Length");
  return length === null || headers.has("Content-Encoding") ? undefined : Number(length);
}

/** Whether another response can be recognized as one with the same version. */
export function isRecognizable({ etag, revision, size }: ContentVersion): boolean {
  return isStrong(etag) || revision !== undefined || (etag !== undefined && size !== undefined);
}

/**
 * Whether two responses carry the same version of some content: their strong tags are equal; or, where one of them has
 * none, the revisions that their results name; or, where one of them names none, both their weak tags and their sizes.
 * Never if their sizes differ.
 */
export function isSameVersion(a: ContentVersion, b: ContentVersion): boolean {
  if (a.size !== undefined && b.size !== undefined && a.size !== b.size) {
    return false;
  }
  if (isStrong(a.etag) && isStrong(b.etag)) {
    return a.etag === b.etag;
  }
  if (a.revision !== undefined && b.revision !== undefined) {
    return a.revision === b.revision;
  }
  const haveSize = a.size !== undefined && b.size !== undefined;
  return haveSize && a.etag !== undefined && b.etag !== undefined && opaqueTag(a.etag) === opaqueTag(b.etag);
}

/** Whether a tag is one that the header `If-Range` may have (RFC 9110, section 13.1.5). */
export function isStrong(etag: string | undefined): boolean {
  return etag !== undefined && !etag.startsWith("W/");
}

function opaqueTag(etag: string): string {
  return etag.replace(/^W\//, "");
}

/** Results are small, but how deep they are is up to the service. */
const maxDepth = 8;

/** The members with some names anywhere in a value, in the order of the value, each with its path. */
function findFields(value: unknown, names: readonly string[], depth: number): unknown[] {
  if (typeof value !== "object" || value === null || depth > maxDepth) {
    return [];
  }
  return Object.entries(value).flatMap(([name, member]): unknown[] => {
    const isRevision = names.includes(name) && (typeof member === "string" || typeof member === "number");
    return isRevision ? [[depth, name, member]] : findFields(member, names, depth + 1);
  });
}
