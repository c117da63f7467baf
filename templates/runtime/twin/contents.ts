import { chunkBytes } from "../codecs/content-chunk.js";
import { contentHasher } from "../codecs/content-hasher.js";
import type { Binding } from "../routes/binding.js";
import type { ServedContent } from "../server/served-content.js";
import {
  type AnyRoute,
  type Members,
  routeLabel,
  type TwinNamespaceData,
  type TwinRouteData,
  type UploadSessionData,
} from "./data.js";
import { badRequest } from "../server/refusal.js";
import { PathError } from "./example-responder.js";
import { numberedText } from "./fresh-texts.js";
import { joinChunks } from "../text/bytes.js";
import { isObject } from "../codecs/composites.js";

/** Content whose hash can be computed without using it up. */
type Hashable = Uint8Array | AsyncIterable<Uint8Array>;

/** Larger content is answered without a hash, because computing it would take too long. */
const mostHashed = 67_108_864;

/** Computes and checks the hashes of contents, as the binding of an API says. */
export class ContentHashes {
  readonly #contentHash: Binding["contentHash"];

  constructor({ contentHash }: Binding) {
    this.#contentHash = contentHash;
  }

  /** Throws an error of the route, or a refusal, if an argument has a hash that is not that of the content of this call. */
  async check(
    route: AnyRoute,
    { errors }: TwinNamespaceData,
    { error = "" }: TwinRouteData,
    arg: unknown,
    bytes: Uint8Array,
  ): Promise<void> {
    const { field } = this.#contentHash ?? {};
    const given = field !== undefined && isObject(arg) ? arg[field] : undefined;
    if (typeof given !== "string" || given.toLowerCase() === (await this.#hash(bytes))) {
      return;
    }
    const path = Object.keys(errors[error] ?? {}).find((path) => path.split("/").at(-1) === `${field}_mismatch`);
    throw path === undefined
      ? badRequest(`Error in call to API function "${route.path}": ${field} is not the hash of the content`)
      : new PathError(path);
  }

  /** Returns a member with the hash of some content; none if results have no hashes. */
  async member(content: Hashable): Promise<Readonly<Record<string, string>>> {
    return this.#contentHash === undefined ? {} : { [this.#contentHash.field]: await this.#hash(content) };
  }

  /** Returns the result of a download with the hash of the content, if it should have one. */
  async describe(key: string, result: unknown, content: Hashable | undefined, size: number): Promise<unknown> {
    const isDescribed = this.#contentHash?.downloads.includes(routeLabel(key)) === true && isObject(result);
    if (!isDescribed || content === undefined) {
      return result;
    }
    const none = { [this.#contentHash.field]: undefined };
    return { ...result, ...(size > mostHashed ? none : await this.member(content)) };
  }

  async #hash(content: Hashable): Promise<string> {
    const hasher = this.#contentHash && contentHasher(this.#contentHash.algorithm, mostHashed);
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      await hasher?.add(chunk);
    }
    return (await hasher?.end()) ?? "";
  }
}

/** Returns the bytes of content that is in memory; undefined for other content. */
export async function bytesInMemory({ content }: ServedContent): Promise<Uint8Array | undefined> {
  return chunkBytes(content instanceof Blob ? await content.arrayBuffer() : content);
}

/** An unfinished upload in chunks. */
interface Session {
  readonly bytes: Uint8Array;
  readonly isClosed: boolean;
}

/** The contents of a resource as plain data: the bytes by key, and the unfinished uploads. */
export interface ContentsSnapshot {
  readonly contents: readonly (readonly [key: string, bytes: Uint8Array])[];
  readonly sessions: readonly (readonly [id: string, session: Session])[];
  /** The number of uploads that have been started. */
  readonly count: number;
}

/** Stores the contents of a resource's entities, and the bytes of unfinished uploads. */
export class ContentKeeper {
  #contents = new Map<string, Uint8Array>();
  #sessions = new Map<string, Session>();
  #count = 0;

  /** Returns the content of the entity with a key. */
  get(key: string): Uint8Array | undefined {
    return this.#contents.get(key);
  }

  set(key: string, bytes: Uint8Array): void {
    this.#contents.set(key, bytes);
  }

  move(from: string, to: string): void {
    const bytes = this.#contents.get(from);
    if (bytes !== undefined) {
      this.#contents.delete(from);
      this.#contents.set(to, bytes);
    }
  }

  delete(key: string): void {
    this.#contents.delete(key);
  }

  /** Starts an upload with a first chunk. Returns the id of the upload. */
  begin({ fresh, close }: UploadSessionData, arg: unknown, bytes: Uint8Array): string {
    this.#count++;
    const id = numberedText(fresh ?? { prefix: "session-", digits: 6 }, this.#count);
    this.#sessions.set(id, { bytes, isClosed: isTrue(arg, close) });
    return id;
  }

  /** Appends a chunk. Throws a {@link PathError} for an unknown or closed session, or an incorrect offset. */
  append(data: UploadSessionData, arg: unknown, bytes: Uint8Array): void {
    const { id, session } = this.#find(data, arg);
    if (session.isClosed) {
      throw new PathError(data.closed ?? "");
    }
    this.#sessions.set(id, { bytes: joinChunks([session.bytes, bytes]), isClosed: isTrue(arg, data.close) });
  }

  /**
   * Returns the whole uploaded content, including the last chunk. Throws like {@link append}. The session exists until
   * {@link end}.
   */
  whole(data: UploadSessionData, arg: unknown, bytes: Uint8Array): Uint8Array {
    const { session } = this.#find(data, arg);
    if (session.isClosed && bytes.byteLength > 0) {
      throw new PathError(data.closed ?? "");
    }
    return joinChunks([session.bytes, bytes]);
  }

  end(data: UploadSessionData, arg: unknown): void {
    this.#sessions.delete(this.#find(data, arg).id);
  }

  snapshot(): ContentsSnapshot {
    return { contents: [...this.#contents], sessions: [...this.#sessions], count: this.#count };
  }

  restore({ contents, sessions, count }: ContentsSnapshot): void {
    this.#contents = new Map(contents);
    this.#sessions = new Map(sessions);
    this.#count = count;
  }

  #find(data: UploadSessionData, arg: unknown): { readonly id: string; readonly session: Session } {
    const members = cursorIn(data, arg);
    const id = String(members[data.id]);
    const session = this.#sessions.get(id);
    if (session === undefined) {
      throw new PathError(data.unknown ?? "");
    }
    const size = session.bytes.byteLength;
    if (Number(members[data.offset]) !== size) {
      const { path, field } = data.wrongOffset ?? { path: data.unknown ?? "", field: undefined };
      throw new PathError(path, field === undefined ? {} : { [field]: size });
    }
    return { id, session };
  }
}

/** Returns the number of bytes that were uploaded before a call, according to the argument of the call. */
export function bytesBefore(data: UploadSessionData, arg: unknown): number {
  return Number(cursorIn(data, arg)[data.offset] ?? 0);
}

function cursorIn({ cursor: field }: UploadSessionData, arg: unknown): Members {
  const cursor = field === undefined ? arg : isObject(arg) ? arg[field] : undefined;
  return isObject(cursor) ? cursor : {};
}

function isTrue(arg: unknown, field: string | undefined): boolean {
  return field !== undefined && isObject(arg) && arg[field] === true;
}
