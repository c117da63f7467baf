import { AwsClient } from "aws4fetch";
import { createHash, randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Contents } from "./contents.js";
import { removeOld } from "./sweep-folder.js";

/** A bucket of an object store that speaks S3. */
export interface Bucket {
  /** The URL of the bucket, with a prefix if others use it too, such as `https://s3.eu-central-1.amazonaws.com/files`. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

interface StoredObject {
  readonly name: string;
  readonly modified: Date;
}

const markerName = "database-id";

/**
 * Keeps contents in an S3 bucket, each as an object that is named for its SHA-256. `folder` is for what is coming in: only
 * when all is there its name is known. An object has at most 5 GiB.
 *
 * What is swept is moved to `trash/` first, and deleted by a later sweep: S3 cannot delete an object only if it is still the
 * old one, and it may be added again in the meantime. Contents in the trash can still be read.
 */
export async function s3Contents(bucket: Bucket, folder: string, pageSize = 1_000): Promise<Contents> {
  const store = new ObjectStore(bucket, pageSize);
  const incoming = join(folder, "incoming");
  await mkdir(incoming, { recursive: true });

  async function* read(content: string, start: number, end: number): AsyncGenerator<Uint8Array> {
    if (start <= end) {
      const range = { Range: `bytes=${start}-${end}` };
      const found = (await store.get(`objects/${content}`, range)) ?? (await store.get(`trash/${content}`, range));
      if (found === undefined) {
        throw new Error(`The bucket has no object for content ${content}.`);
      }
      yield* bytesOf(found);
    }
  }

  return {
    async add(bytes) {
      const temporary = join(incoming, randomUUID());
      try {
        const { content, size } = await spool(temporary, bytes);
        // Written even if it exists, so that the sweeper sees that it is new.
        await store.put(`objects/${content}`, await openAsBlob(temporary), content);
        return { content, size };
      } finally {
        await rm(temporary, { force: true });
      }
    },
    read,
    open: read,
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
    async readMarker() {
      const body = await store.get(markerName);
      return body === undefined ? undefined : new Response(body).text();
    },
    async writeMarker(marker) {
      await store.put(markerName, new Blob([marker]), createHash("sha256").update(marker).digest("hex"));
    },
  };
}

async function* bytesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      yield read.value;
    }
  } finally {
    await reader?.cancel(); // if the rest is not read
  }
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

/** The S3 operations that are needed. They reject with an Error that contains the status and the response. */
class ObjectStore {
  readonly #client: AwsClient;
  readonly #url: string;
  /** The bucket and the prefix, as copies name what they copy. */
  readonly #path: string;
  /** How many objects are listed at a time. */
  readonly #pageSize: number;

  constructor({ url, region, accessKeyId, secretAccessKey }: Bucket, pageSize: number) {
    this.#pageSize = pageSize;
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });
    this.#url = url.replace(/\/$/, "");
    this.#path = new URL(this.#url).pathname;
  }

  async put(key: string, body: Blob, sha256: string): Promise<void> {
    const headers = { "X-Amz-Content-Sha256": sha256, "Content-Type": "application/octet-stream" };
    await this.#send(key, { method: "PUT", headers, body });
  }

  /** The bytes; undefined if there is no such object. */
  async get(key: string, headers: Readonly<Record<string, string>> = {}): Promise<Response["body"] | undefined> {
    const response = await this.#send(key, { method: "GET", headers }, [404]);
    return response.status === 404 ? undefined : response.body;
  }

  async copy(from: string, to: string): Promise<void> {
    const response = await this.#send(to, {
      method: "PUT",
      // S3 refuses to copy an object onto itself, but this never happens.
      headers: { "X-Amz-Copy-Source": `${this.#path}/${from}` },
    });
    const text = await response.text();
    if (text.includes("<Error>")) {
      throw new Error(`S3 did not copy ${from}: ${text.slice(0, 500)}`); // a copy may fail after its status was sent
    }
  }

  async delete(key: string): Promise<void> {
    await this.#send(key, { method: "DELETE" }, [404]);
  }

  /**
   * All objects below a prefix, by pages, with their names after it. The first version of the call continues after a key;
   * the second one uses tokens, which not every store supports.
   */
  async *list(prefix: string): AsyncGenerator<StoredObject[]> {
    const [, bucket = "", inBucket = ""] = /^\/([^/]+)\/?(.*)$/.exec(this.#path) ?? [];
    const whole = `${inBucket === "" ? "" : `${inBucket}/`}${prefix}`;
    for (let after: string | undefined = ""; after !== undefined;) {
      const url = new URL(`/${bucket}`, this.#url);
      const query = { prefix: whole, marker: after, "max-keys": String(this.#pageSize) };
      url.search = new URLSearchParams(query).toString();
      const text = await (await this.#fetch(url.href, { method: "GET" })).text();
      const found = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = ""]) => ({
        key: /<Key>(.*?)<\/Key>/s.exec(entry)?.[1] ?? "",
        modified: new Date(/<LastModified>(.*?)<\/LastModified>/s.exec(entry)?.[1] ?? ""),
      }));
      yield found.map(({ key, modified }) => ({ name: key.slice(whole.length), modified }));
      after = text.includes("<IsTruncated>true</IsTruncated>") ? found.at(-1)?.key : undefined;
    }
  }

  #send(key: string, init: RequestInit, accepted: readonly number[] = []): Promise<Response> {
    return this.#fetch(`${this.#url}/${key}`, init, accepted);
  }

  async #fetch(url: string, init: RequestInit, accepted: readonly number[] = []): Promise<Response> {
    // The client retries by itself if S3 is overloaded.
    const response = await this.#client.fetch(url, init);
    if (!response.ok && !accepted.includes(response.status)) {
      const text = await response.text();
      throw new Error(`S3 answered ${response.status} to ${init.method ?? "GET"} ${url}: ${text.slice(0, 500)}`);
    }
    return response;
  }
}
