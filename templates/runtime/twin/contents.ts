import { PathError } from "./example-responder.js";
import { isMembers, type Members, type UploadSessionData } from "./data.js";
import { numberedText } from "./fresh-texts.js";
import { joinChunks } from "../text/bytes.js";

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
  const cursor = field === undefined ? arg : isMembers(arg) ? arg[field] : undefined;
  return isMembers(cursor) ? cursor : {};
}

function isTrue(arg: unknown, field: string | undefined): boolean {
  return field !== undefined && isMembers(arg) && arg[field] === true;
}
