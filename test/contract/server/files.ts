import { createHash } from "node:crypto";
import type { Exports } from "../../support/packages.js";
import { now } from "./clock.js";

/** The size of all contents together, in bytes, so that memory is bounded. */
const capacity = 64 * 2 ** 20;

interface Info {
  readonly path: string;
  readonly size: number;
  readonly rev: string;
  readonly checksum: string;
  readonly modified: string;
}

interface File {
  readonly info: Info;
  readonly content: Uint8Array;
}

interface Commit {
  readonly path: string;
  readonly mode: { readonly ".tag": "add" | "overwrite" | "update"; readonly update?: string };
  readonly modified?: string;
}

interface Session {
  content: Uint8Array;
  isClosed: boolean;
}

interface Position {
  readonly session_id: string;
  readonly offset: number;
}

type Content = AsyncIterable<Uint8Array>;

/** The handlers of the namespace `files`, with their state. */
export function fileHandlers(routes: Exports, server: Exports): Exports {
  const { routeError } = server;
  const files = new Map<string, File>();
  const sessions = new Map<string, Session>();
  let used = 0;
  let revisions = 0;
  let started = 0;

  function find(path: string, route: unknown): File {
    const file = files.get(path);
    if (file === undefined) {
      throw routeError(route, { ".tag": "path", path: { ".tag": "not_found" } });
    }
    return file;
  }

  /** Replaces nothing that the caller has not allowed to replace. */
  function save({ path, mode, modified }: Commit, content: Uint8Array, route: unknown): Info {
    const present = files.get(path);
    const isAllowed = mode[".tag"] === "overwrite" || (present === undefined && mode[".tag"] === "add");
    if (!isAllowed && present !== undefined && present.info.rev !== mode.update) {
      throw routeError(route, { ".tag": "path", path: { ".tag": "conflict", ...present.info } });
    }
    const size = content.byteLength;
    if (used - (present?.info.size ?? 0) + size > capacity) {
      throw routeError(route, { ".tag": "path", path: { ".tag": "no_space" } });
    }
    used += size - (present?.info.size ?? 0);
    revisions += 1;
    const rev = revisions.toString(16).padStart(8, "0");
    const checksum = createHash("sha1").update(content).digest("base64");
    const info = { path, size, rev, checksum, modified: modified ?? now() };
    files.set(path, { info, content });
    return info;
  }

  /** Adds a piece to a session. `fail` makes an error of the route from one of the session. */
  async function add(position: Position, content: Content, fail: (error: object) => Error): Promise<Session> {
    const session = sessions.get(position.session_id);
    const piece = await bytesOf(content);
    if (session === undefined) {
      throw fail({ ".tag": "not_found" });
    }
    if (session.isClosed && piece.byteLength > 0) {
      throw fail({ ".tag": "closed" });
    }
    if (session.content.byteLength !== position.offset) {
      throw fail({ ".tag": "incorrect_offset", correct_offset: session.content.byteLength });
    }
    if (session.content.byteLength + piece.byteLength > capacity) {
      throw fail({ ".tag": "no_space" });
    }
    session.content = Buffer.concat([session.content, piece]);
    return session;
  }

  return {
    upload: async (commit: Commit, content: Content) => save(commit, await bytesOf(content), routes["upload"]),
    download: ({ path }: Commit) => {
      const { info, content } = find(path, routes["download"]);
      return { result: info, content, etag: info.rev };
    },
    getInfo: ({ path }: Commit) => find(path, routes["getInfo"]).info,
    delete: ({ path }: Commit) => {
      const { info } = find(path, routes["delete_"]);
      files.delete(path);
      used -= info.size;
      return info;
    },
    uploadSessionStart: async ({ close }: { close: boolean }, content: Content) => {
      started += 1;
      const id = `session-${String(started)}`;
      sessions.set(id, { content: await bytesOf(content), isClosed: close });
      return { session_id: id };
    },
    uploadSessionAppend: async ({ cursor, close }: { cursor: Position; close: boolean }, content: Content) => {
      const session = await add(cursor, content, (error) => routeError(routes["uploadSessionAppend"], error));
      session.isClosed ||= close;
    },
    uploadSessionFinish: async ({ cursor, commit }: { cursor: Position; commit: Commit }, content: Content) => {
      const route = routes["uploadSessionFinish"];
      const session = await add(cursor, content, (error) => routeError(route, { ".tag": "session", session: error }));
      const info = save(commit, session.content, route);
      sessions.delete(cursor.session_id);
      return info;
    },
  };
}

async function bytesOf(content: Content): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
