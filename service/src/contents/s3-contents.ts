import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { type Contents, ContentsUnavailable, defaultContentsTimeout, onDisk } from "./contents.js";
import { removeOld } from "./sweep-folder.js";

/** A bucket of an S3-compatible object store. */
export interface Bucket {
  /** The URL of the bucket, such as `https://s3.eu-central-1.amazonaws.com/files`, and a prefix if the bucket is shared. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

interface StoredObject {
  readonly name: string;
  readonly size: number;
  readonly modified: Date;
}

const markerName = "database-id";

/** How long a failing request is retried, in milliseconds. */
const retryTime = 4_000;

/** The maximum pause before the next attempt, in milliseconds. */
const longestPause = 1_000;

/**
 * Stores contents in an S3 bucket, each as an object named by its SHA-256. Incoming contents are first written to `folder`,
 * because the name is known only when the content is complete. An object can have at most 5 GiB.
 *
 * A sweep moves contents to `trash/`, and a later sweep deletes them: a content may be added again in the meantime, and S3
 * has no deletion that depends on the object being unchanged. Contents in the trash can still be read.
 */
export async function s3Contents(
  bucket: Bucket,
  folder: string,
  { pageSize = 1_000, timeout = defaultContentsTimeout } = {},
): Promise<Contents> {
  const store = new ObjectStore(bucket, pageSize, timeout);
  const incoming = join(folder, "incoming");
  await mkdir(incoming, { recursive: true });

  async function* read(content: string, start: number, end: number): AsyncGenerator<Uint8Array> {
    if (start <= end) {
      const range = { Range: `bytes=${start}-${end}` };
      const bytes = (await store.get(`objects/${content}`, range)) ?? (await store.get(`trash/${content}`, range));
      if (bytes === undefined) {
        throw new Error(`The bucket has no object for content ${content}.`);
      }
      yield* bytes as AsyncIterable<Uint8Array>;
    }
  }

  return {
    async add(bytes) {
      const temporary = join(incoming, randomUUID());
      try {
        const { content, size } = await onDisk(spool(temporary, bytes));
        // Written even if it exists already, so that it counts as new for a sweep.
        await store.put(`objects/${content}`, { size, open: () => createReadStream(temporary) }, content);
        return { content, size };
      } finally {
        await rm(temporary, { force: true });
      }
    },
    read,
    async open(content, start, end) {
      // Reads the first bytes now, so that an error of the store makes the call fail, and does not just break the connection.
      const pieces = read(content, start, end);
      const first = await pieces.next();
      return (async function* () {
        if (first.done !== true) {
          yield first.value;
          yield* pieces;
        }
      })();
    },
    async sweep(before, needed) {
      await removeOld(incoming, before);
      await emptyTrash(store, before, needed);
      let removed = 0;
      for await (const page of store.list("objects/")) {
        for (const { name } of await findUnneeded(page, before, needed)) {
          await store.copy(`objects/${name}`, `trash/${name}`);
          await store.delete(`objects/${name}`);
          removed++;
        }
      }
      return removed;
    },
    async *list() {
      for await (const page of store.list("objects/")) {
        yield* page.map(({ name, size, modified }) => ({ content: name, size, modified }));
      }
    },
    async readMarker() {
      const body = await store.get(markerName);
      return body === undefined ? undefined : readText(body);
    },
    async writeMarker(marker) {
      const bytes = Buffer.from(marker);
      const body = { size: bytes.byteLength, open: () => Readable.from([bytes]) };
      await store.put(markerName, body, createHash("sha256").update(bytes).digest("hex"));
    },
  };
}

/** Deletes the contents that were moved to the trash before the time `before`, and restores those that are needed again. */
async function emptyTrash(store: ObjectStore, before: Date, needed: Parameters<Contents["sweep"]>[1]): Promise<void> {
  for await (const page of store.list("trash/")) {
    const old = page.filter(({ modified }) => modified < before).map(({ name }) => name);
    const kept = old.length === 0 ? new Set() : await needed(old);
    for (const name of old) {
      if (kept.has(name)) {
        await store.copy(`trash/${name}`, `objects/${name}`);
      }
      await store.delete(`trash/${name}`);
    }
  }
}

async function findUnneeded(
  page: readonly StoredObject[],
  before: Date,
  needed: Parameters<Contents["sweep"]>[1],
): Promise<StoredObject[]> {
  const old = page.filter(({ modified }) => modified < before);
  const kept = old.length === 0 ? new Set() : await needed(old.map(({ name }) => name));
  return old.filter(({ name }) => !kept.has(name));
}

async function spool(path: string, bytes: AsyncIterable<Uint8Array>): Promise<{ content: string; size: number }> {
  const hash = createHash("sha256");
  let size = 0;
  const file = await open(path, "wx");
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      size += chunk.byteLength;
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  return { content: hash.digest("hex"), size };
}

/** The S3 operations that are used here. They reject with an Error whose message contains the status and the response. */
class ObjectStore {
  readonly #client: AwsClient;
  readonly #url: string;
  /** The bucket and the prefix, in the form that the header for the source of a copy requires. */
  readonly #path: string;
  /** The number of objects in each page of a list. */
  readonly #pageSize: number;
  readonly #timeout: number;

  constructor({ url, region, accessKeyId, secretAccessKey }: Bucket, pageSize: number, timeout: number) {
    this.#pageSize = pageSize;
    this.#timeout = timeout;
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });
    this.#url = url.replace(/\/$/, "");
    this.#path = new URL(this.#url).pathname;
  }

  async put(key: string, body: NonNullable<StoreRequest["body"]>, sha256: string): Promise<void> {
    const headers = { "X-Amz-Content-Sha256": sha256, "Content-Type": "application/octet-stream" };
    (await this.#send(key, { method: "PUT", headers, body })).resume();
  }

  /** Returns the bytes; undefined if there is no such object. */
  async get(key: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage | undefined> {
    const response = await this.#send(key, { method: "GET", headers }, [404]);
    return response.statusCode === 404 ? void response.resume() : response;
  }

  async copy(from: string, to: string): Promise<void> {
    const response = await this.#send(to, {
      method: "PUT",
      // S3 rejects copies of an object to itself, but these never happen here.
      headers: { "X-Amz-Copy-Source": `${this.#path}/${from}` },
    });
    const text = await readText(response);
    if (text.includes("<Error>")) {
      throw new Error(`S3 did not copy ${from}: ${text.slice(0, 500)}`); // a copy may fail after the status has been sent
    }
  }

  async delete(key: string): Promise<void> {
    (await this.#send(key, { method: "DELETE", headers: {} }, [404])).resume();
  }

  /**
   * Yields pages of all objects whose names start with a prefix, which is omitted. Uses version 1 of the S3 call, which continues
   * after a key: version 2 uses tokens, which not every store supports.
   */
  async *list(prefix: string): AsyncGenerator<StoredObject[]> {
    const [, bucket = "", inBucket = ""] = /^\/([^/]+)\/?(.*)$/.exec(this.#path) ?? [];
    const whole = `${inBucket === "" ? "" : `${inBucket}/`}${prefix}`;
    for (let after: string | undefined = ""; after !== undefined;) {
      const url = new URL(`/${bucket}`, this.#url);
      const query = { prefix: whole, marker: after, "max-keys": String(this.#pageSize) };
      url.search = new URLSearchParams(query).toString();
      const text = await readText(await this.#sendTo(url, { method: "GET", headers: {} }));
      const objects = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = ""]) => ({
        key: /<Key>(.*?)<\/Key>/s.exec(entry)?.[1] ?? "",
        size: Number(/<Size>(\d+)<\/Size>/.exec(entry)?.[1] ?? 0),
        modified: new Date(/<LastModified>(.*?)<\/LastModified>/s.exec(entry)?.[1] ?? ""),
      }));
      yield objects.map(({ key, ...object }) => ({ name: key.slice(whole.length), ...object }));
      after = text.includes("<IsTruncated>true</IsTruncated>") ? objects.at(-1)?.key : undefined;
    }
  }

  #send(key: string, request: StoreRequest, accepted: readonly number[] = []): Promise<IncomingMessage> {
    return this.#sendTo(new URL(`${this.#url}/${key}`), request, accepted);
  }

  /** Sends a request, and retries it for a few seconds if the store is unreachable or overloaded. All requests are idempotent. */
  async #sendTo(url: URL, request: StoreRequest, accepted: readonly number[] = []): Promise<IncomingMessage> {
    const end = Date.now() + retryTime;
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#try(url, request, accepted);
      if (!(outcome instanceof Error)) {
        return outcome;
      }
      const pause = Math.min(longestPause, Math.random() * 50 * 2 ** attempt);
      if (Date.now() + pause > end) {
        throw outcome;
      }
      await setTimeout(pause);
    }
  }

  /** Sends a request once. Resolves to an error if the request can be retried. */
  async #try(
    url: URL,
    { method, headers, body }: StoreRequest,
    accepted: readonly number[],
  ): Promise<IncomingMessage | ContentsUnavailable> {
    const signed = await this.#client.sign(url.href, { method, headers });
    const sent = { method, headers: Object.fromEntries(signed.headers), body };
    let response: IncomingMessage;
    try {
      response = await sendRequest(url, sent, this.#timeout);
    } catch (thrown) {
      if (thrown instanceof ContentsUnavailable) {
        throw thrown; // the wait has already been long enough
      }
      return new ContentsUnavailable(`The object store at ${url.host} cannot be reached.`, { cause: thrown });
    }
    const { statusCode = 0 } = response;
    if ((statusCode >= 200 && statusCode < 300) || accepted.includes(statusCode)) {
      return response;
    }
    const text = await readText(response);
    const message = `S3 answered ${statusCode} to ${method} ${url.href}: ${text.slice(0, 500)}`;
    if (statusCode >= 500 || statusCode === 429) {
      return new ContentsUnavailable(message);
    }
    throw new Error(message);
  }
}

/** A request to an object store, which can be sent more than once. */
interface StoreRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: { readonly size: number; readonly open: () => Readable } | undefined;
}

/** The maximum pause within a response, in milliseconds. */
const idleTimeout = 30_000;

/**
 * Sends a request. Resolves to the response as soon as the headers have arrived. Rejects with a {@link ContentsUnavailable} if
 * nothing is sent or received for `timeout` milliseconds; reading the response rejects likewise if it pauses for too long.
 */
function sendRequest(url: URL, { method, headers, body }: StoreRequest, timeout: number): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const request = send(url, { method, headers: { ...headers, "Content-Length": body?.size ?? 0 } });
    const silent = (): void => {
      request.destroy(new ContentsUnavailable(`The object store at ${url.host} does not respond.`));
    };
    request.setTimeout(timeout, silent);
    request.on("error", fail);
    request.on("response", (response) => {
      request.setTimeout(idleTimeout);
      done(response);
    });
    if (body === undefined) {
      request.end();
    } else {
      const source = body.open();
      source.on("error", (thrown) => request.destroy(thrown));
      request.on("close", () => source.destroy());
      source.pipe(request);
    }
  });
}

/** Returns the whole text of a response. */
async function readText(response: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of response.setEncoding("utf8") as AsyncIterable<string>) {
    text += chunk;
  }
  return text;
}
