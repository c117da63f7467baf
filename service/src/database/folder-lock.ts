import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, linkSync, realpathSync, renameSync, rmSync } from "node:fs";
import { createConnection, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { StartProblem } from "../start-problem.js";
import { randomText } from "./ids.js";

/** How long to wait before checking whether another process has locked the folder at the same moment, in milliseconds. */
const pause = 50;

/** How long to wait for the name of the process that holds the lock, which may be busy, in milliseconds. */
const answerTimeout = 1_000;

/** The maximum length of a socket's path on all systems, in bytes. */
const longestPath = 100;

/** Thrown if another process uses a folder. */
export class FolderInUse extends StartProblem {
  /** The name of the process at the start of a sentence, such as `The process 42`. */
  readonly holder: string;

  constructor(holder: string, folder: string) {
    super(`${holder} uses the folder ${folder}. Stop it first, or choose another DATA_FOLDER.`);
    this.holder = holder;
  }
}

/**
 * Locks a folder. Returns the function that releases the lock. The holder listens on a socket in the folder, which the operating
 * system closes when the process ends, however it ends. (A process id could already belong to another process.) Rejects with
 * a {@link FolderInUse} if another process holds the lock.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const ownId = `${process.pid} ${randomText(8)}`;
  if (process.platform === "win32") {
    return lockPipe(folder, ownId);
  }
  const socket = await listenBeside(folder, ownId);
  const release = (): void => {
    socket.server.close();
    rmSync(socket.place, { force: true });
  };
  try {
    while (!createLink(socket.own, socket.place)) {
      await refuseIfHeld(folder, socket.place);
      removeStale(socket.place);
    }
    await setTimeout(pause);
    if ((await identifyHolder(socket.place)) !== ownId) {
      throw new FolderInUse("Another process", folder);
    }
    return release;
  } catch (thrown) {
    socket.server.close();
    throw thrown;
  } finally {
    rmSync(socket.own, { force: true });
  }
}

interface OwnSocket {
  readonly server: Server;
  /** The path on which this process already listens. */
  readonly own: string;
  /** The path on which other processes look for the holder of the folder. */
  readonly place: string;
}

/** Listens on a socket in the folder or, if the folder cannot contain sockets, in the system's folder for temporary files. */
async function listenBeside(folder: string, ours: string): Promise<OwnSocket> {
  const places = [join(folder, "lock.sock"), join(tmpdir(), `cloud-storage-${hashPath(folder)}.sock`)];
  const short = places.filter((place) => Buffer.byteLength(place) <= longestPath - 10);
  for (const [index, place] of short.entries()) {
    const ownPath = `${place}.${randomText(8)}`;
    try {
      return { server: await listenAt(ownPath, ours), own: ownPath, place };
    } catch (thrown) {
      if (index === short.length - 1) {
        throw thrown;
      }
    }
  }
  throw new Error(`The path of the folder ${folder} is too long.`);
}

/** Locks a folder on Windows, with a named pipe. Only one process can hold the pipe, which disappears when that process ends. */
async function lockPipe(folder: string, ours: string): Promise<() => void> {
  const place = `\\\\.\\pipe\\cloud-storage-${hashPath(folder)}`;
  await refuseIfHeld(folder, place);
  const server = await listenAt(place, ours);
  return () => {
    server.close();
  };
}

/** Listens on a socket, and sends `ours`, the name of this process, to every process that connects. */
async function listenAt(place: string, ours: string): Promise<Server> {
  const server = createServer((connection) => {
    connection.on("error", () => undefined).end(ours);
  });
  server.listen(place);
  await once(server, "listening");
  return server.unref();
}

/**
 * Links our socket to the path on which other processes look for it. Returns false if there is a socket already, even if its
 * process has ended.
 */
function createLink(own: string, place: string): boolean {
  try {
    linkSync(own, place);
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST") {
      return false;
    }
    throw thrown;
  }
}

/** Rejects with a {@link FolderInUse} if another process listens. */
async function refuseIfHeld(folder: string, place: string): Promise<void> {
  const holder = await identifyHolder(place);
  if (holder !== undefined) {
    throw new FolderInUse(holder === "" ? "Another process" : `The process ${parseInt(holder, 10)}`, folder);
  }
}

/** Removes the socket of a process that has ended. Another process may have just removed it. */
function removeStale(place: string): void {
  const aside = `${place}.${randomText(8)}`;
  if (existsSync(place)) {
    renameSync(place, aside);
    rmSync(aside, { force: true });
  }
}

/**
 * Returns the name of the process that listens on a socket: empty if it does not respond in time, undefined if no process
 * listens.
 */
function identifyHolder(place: string): Promise<string | undefined> {
  return new Promise((done) => {
    let text = "";
    let isConnected = false;
    const connection = createConnection(place)
      .setEncoding("utf8")
      .setTimeout(answerTimeout, () => connection.destroy())
      .on("connect", () => (isConnected = true))
      .on("data", (piece: string) => (text += piece))
      .on("error", () => undefined)
      .on("close", () => done(isConnected ? text : undefined));
  });
}

function hashPath(folder: string): string {
  return createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 32);
}
