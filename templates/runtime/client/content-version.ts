import { contentRange } from "./byte-range.js";

/**
 * The version of the content in a response. Parts of a download are joined only if their versions are equal, see
 * {@link isSameVersion}.
 */
export interface ContentVersion {
  readonly etag: string | undefined;
  /** The fields of the result that identify the revision of the content, as JSON; undefined if there are none. */
  readonly revision: string | undefined;
  /** The size of the whole content, in bytes. */
  readonly size: number | undefined;
}

/**
 * Returns the version of the content in a response. `result` is the JSON of the route's result; its fields named in
 * `revisionFields` identify the revision.
 */
export function contentVersion(response: Response, result: unknown, revisionFields: readonly string[]): ContentVersion {
  const { status, headers } = response;
  const revision = findFields(result, revisionFields, 0);
  return {
    etag: headers.get("ETag") ?? undefined,
    revision: revision.length === 0 ? undefined : JSON.stringify(revision),
    size: status === 206 ? contentRange(headers)?.size : contentLength(response),
  };
}

/**
 * Returns the number of bytes in the body of a response; undefined if it is unknown or the body is compressed. Pages see
 * `Content-Length` of other origins, but usually not whether it is that of a compressed body.
 */
export function contentLength({ type, headers }: Response): number | undefined {
  const length = headers.get("Content-Length");
  return length === null || type === "cors" || headers.has("Content-Encoding") ? undefined : Number(length);
}

/** Returns whether a version has enough information to compare it with another one. */
export function isRecognizable({ etag, revision, size }: ContentVersion): boolean {
  return isStrong(etag) || revision !== undefined || (etag !== undefined && size !== undefined);
}

/**
 * Returns whether two responses have the same version of some content: their strong entity tags are equal; or, if one has no
 * strong tag, their revisions are equal; or, if one has no revision, their tags are equal apart from `W/`, and their sizes
 * are known and equal. Never true if the sizes differ.
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

/** Returns whether an entity tag is strong, as the `If-Range` header requires (RFC 9110, section 13.1.5). */
export function isStrong(etag: string | undefined): boolean {
  return etag !== undefined && !etag.startsWith("W/");
}

function opaqueTag(etag: string): string {
  return etag.replace(/^W\//, "");
}

/** The maximum depth of the search. There has to be one, because a service may nest a result as deeply as it wants. */
const maxResultDepth = 8;

/** Returns the strings and numbers with one of these names down to {@link maxResultDepth}, in order, each with its depth. */
function findFields(value: unknown, names: readonly string[], depth: number): unknown[] {
  if (typeof value !== "object" || value === null || depth > maxResultDepth) {
    return [];
  }
  return Object.entries(value).flatMap(([name, member]): unknown[] => {
    const isRevision = names.includes(name) && (typeof member === "string" || typeof member === "number");
    return isRevision ? [[depth, name, member]] : findFields(member, names, depth + 1);
  });
}
