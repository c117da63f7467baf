import type { Client } from "cloud-storage-api";
import { createHash, randomUUID } from "node:crypto";
import { Contradiction, type Ending, type Journal } from "./journal.js";

/** The content of a file, as its hash and size; undefined if there is no file. */
type Content = string | undefined;

/** The files at some paths, before and after a call of unknown outcome. Nothing uses these paths afterwards. */
interface Doubt {
  readonly before: ReadonlyMap<string, Content>;
  readonly after: ReadonlyMap<string, Content>;
}

/** A batch of copies that was launched. */
interface Launched {
  readonly job: string;
  readonly folder: string;
}

/** The folder of files that are copied, and never changed. */
const sources = "/sources";
const sourceCount = 3;

/** Somebody who makes calls on the files of a home, one after the other, and remembers what was acknowledged. */
export class FileCaller {
  readonly #client: Client;
  readonly #journal: Journal;
  /** The files that must be there, and since when they are unchanged, in milliseconds. */
  readonly #files = new Map<string, { readonly content: string; readonly since: number }>();
  readonly #doubts: Doubt[] = [];
  readonly #jobs: Launched[] = [];
  /** The numbers of folders with the same name, which were added with `autorename`. */
  readonly #folders = { certain: 0, doubtful: 0 };
  /** Calls that are acknowledged, and change something. */
  #writes = 0;
  #last = 0;

  constructor(client: Client, journal: Journal) {
    this.#client = client;
    this.#journal = journal;
  }

  get writes(): number {
    return this.#writes;
  }

  /** Uploads the files that are copied. */
  async prepare(): Promise<void> {
    for (let number = 0; number < sourceCount; number++) {
      await this.#upload(`${sources}/${number}`);
    }
  }

  /** Makes a random call. */
  async act(): Promise<void> {
    const path = this.#somePath();
    const choice = path === undefined ? 0 : Math.random();
    if (path === undefined || choice < 0.25) {
      await this.#upload(this.#newPath());
    } else if (choice < 0.35) {
      await this.#upload(path);
    } else if (choice < 0.4) {
      await this.#uploadInPieces(this.#newPath());
    } else if (choice < 0.5) {
      await this.#move(path, this.#newPath());
    } else if (choice < 0.55) {
      await this.#delete(path);
    } else if (choice < 0.62) {
      await this.#addFolder();
    } else if (choice < 0.65) {
      await this.#launchCopies();
    } else if (choice < 0.85) {
      await this.#journal.call("files/download", () => this.#check(path, this.#files.get(path)?.content));
    } else {
      await this.#list();
    }
  }

  /** The files that have not changed since a time. */
  unchangedSince(time: number): ReadonlyMap<string, string> {
    const old = [...this.#files].filter(([, { since }]) => since <= time);
    return new Map(old.map(([path, { content }]) => [path, content]));
  }

  /** Compares files with what they contained when they were last changed. Returns what is wrong. */
  async verifyFiles(client: Client, files: ReadonlyMap<string, string>): Promise<string[]> {
    const wrong: string[] = [];
    for (const [path, content] of files) {
      const found = await contentAt(client, path);
      if (found !== content) {
        wrong.push(`${path} was acknowledged with ${content}, and is ${found ?? "missing"}`);
      }
    }
    return wrong;
  }

  /** Compares all that is there with what was acknowledged. Returns what is wrong. */
  async verify(client: Client): Promise<string[]> {
    const wrong: string[] = [];
    const listed = new Set<string>();
    let folders = 0;
    for await (const entry of client.files.listFolder({ path: "", recursive: true }).items()) {
      const path = entry.path_display ?? "";
      if (entry[".tag"] === "file") {
        listed.add(path);
      } else if (path.startsWith("/New")) {
        folders += 1;
      }
    }
    const files = this.unchangedSince(Infinity);
    wrong.push(...(await this.verifyFiles(client, files)));
    for (const path of files.keys()) {
      listed.delete(path);
    }
    for (const { before, after } of this.#doubts) {
      const paths = [...after.keys()];
      const found = await Promise.all(paths.map((path) => contentAt(client, path)));
      const is = (state: ReadonlyMap<string, Content>): boolean =>
        paths.every((path, index) => state.get(path) === found[index]);
      if (!is(before) && !is(after)) {
        wrong.push(`${paths.join(" and ")}: a call had a part of its effect (${found.join(", ")})`);
      }
      paths.forEach((path) => listed.delete(path));
    }
    const { certain, doubtful } = this.#folders;
    if (folders < certain || folders > certain + doubtful) {
      wrong.push(`${folders} folders were added instead of ${certain} (${doubtful} doubtful)`);
    }
    for (const launched of this.#jobs) {
      wrong.push(...(await this.#verifyJob(client, launched)));
    }
    const unexpected = [...listed].filter((path) => !path.startsWith("/copies/"));
    return [...wrong, ...unexpected.map((path) => `${path} is there, although its call was refused`)];
  }

  async #verifyJob(client: Client, { job, folder }: Launched): Promise<string[]> {
    const status = await client.files
      .copyBatchCheck({ async_job_id: job })
      .waitFor({ intervalMs: 100 })
      .then((reply) => reply[".tag"], String);
    if (status !== "complete") {
      return [`the copies to ${folder} ended with ${status}`];
    }
    const wrong: string[] = [];
    for (let number = 0; number < sourceCount; number++) {
      const [source, copy] = [`${sources}/${number}`, `${folder}/${number}`];
      if ((await contentAt(client, copy)) !== this.#files.get(source)?.content) {
        wrong.push(`${copy} is not a copy of ${source}`);
      }
    }
    return wrong;
  }

  async #upload(path: string): Promise<void> {
    const { bytes, content } = newContent();
    const { ending } = await this.#journal.call("files/upload", () =>
      this.#client.files.upload({ path, mode: "overwrite" }, bytes),
    );
    this.#change(ending, { [path]: content });
  }

  async #uploadInPieces(path: string): Promise<void> {
    const [first, second] = [newContent(), newContent()];
    const started = await this.#journal.call("files/upload_session/start", () =>
      this.#client.files.uploadSessionStart({}, first.bytes),
    );
    if (started.ending !== "done") {
      return;
    }
    const { session_id } = started.value;
    const cursor = { session_id, offset: first.bytes.byteLength };
    const { ending } = await this.#journal.call("files/upload_session/finish", () =>
      this.#client.files.uploadSessionFinish({ cursor, commit: { path } }, second.bytes),
    );
    this.#change(ending, { [path]: contentOf(Buffer.concat([first.bytes, second.bytes])) });
  }

  async #move(from: string, to: string): Promise<void> {
    const ending = await this.#withKey("files/move", (idempotencyKey) =>
      this.#client.files.move({ from_path: from, to_path: to }, { idempotencyKey }),
    );
    this.#change(ending, { [from]: undefined, [to]: this.#files.get(from)?.content });
  }

  async #delete(path: string): Promise<void> {
    const ending = await this.#withKey("files/delete", (idempotencyKey) =>
      this.#client.files.delete({ path }, { idempotencyKey }),
    );
    this.#change(ending, { [path]: undefined });
  }

  async #addFolder(): Promise<void> {
    const ending = await this.#withKey("files/create_folder", (idempotencyKey) =>
      this.#client.files.createFolder({ path: "/New", autorename: true }, { idempotencyKey }),
    );
    this.#writes += ending === "done" ? 1 : 0;
    this.#folders.certain += ending === "done" ? 1 : 0;
    this.#folders.doubtful += ending === "unknown" ? 1 : 0;
  }

  async #launchCopies(): Promise<void> {
    const folder = `/copies/${this.#last++}`;
    const entries = Array.from({ length: sourceCount }, (_, number) => ({
      from_path: `${sources}/${number}`,
      to_path: `${folder}/${number}`,
    }));
    const launched = await this.#journal.call("files/copy_batch", () => this.#client.files.copyBatch({ entries }));
    if (launched.ending === "done" && launched.value[".tag"] === "async_job_id") {
      this.#writes += 1;
      this.#jobs.push({ job: launched.value.async_job_id, folder });
    }
  }

  async #list(): Promise<void> {
    await this.#journal.call("files/list_folder", async () => {
      const expected = new Set([...this.#files.keys()].filter((path) => path.startsWith("/files/")));
      for await (const { path_display = "" } of this.#client.files.listFolder({ path: "/files" }).items()) {
        expected.delete(path_display);
      }
      if (expected.size > 0) {
        throw new Contradiction(`${[...expected].join(", ")} are not listed`);
      }
    });
  }

  async #check(path: string, content: Content): Promise<void> {
    const found = await contentOfDownload(this.#client, path);
    if (found !== content) {
      throw new Contradiction(`${path} is ${found} instead of ${content ?? "missing"}`);
    }
  }

  /** Makes a call with an idempotency key. Half of the callers repeat it with the same key until it is done. */
  async #withKey(name: string, work: (key: string) => Promise<unknown>): Promise<Ending> {
    const key = randomUUID();
    const attempts = Math.random() < 0.5 ? 1 : 100;
    let isUnknown = false;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const { ending } = await this.#journal.call(name, () => work(key));
      if (ending === "done") {
        return "done";
      }
      isUnknown ||= ending === "unknown";
    }
    return isUnknown ? "unknown" : "refused";
  }

  /** Remembers the files that a call has changed, or those of which that is unknown. */
  #change(ending: Ending, files: Readonly<Record<string, Content>>): void {
    if (ending === "refused") {
      return;
    }
    const paths = Object.keys(files);
    if (ending === "done") {
      this.#writes += 1;
      for (const [path, content] of Object.entries(files)) {
        if (content === undefined) {
          this.#files.delete(path);
        } else {
          this.#files.set(path, { content, since: performance.now() });
        }
      }
      return;
    }
    this.#doubts.push({
      before: new Map(paths.map((path) => [path, this.#files.get(path)?.content])),
      after: new Map(Object.entries(files)),
    });
    paths.forEach((path) => this.#files.delete(path));
  }

  #newPath(): string {
    return `/files/${this.#last++}`;
  }

  #somePath(): string | undefined {
    const paths = [...this.#files.keys()].filter((path) => path.startsWith("/files/"));
    return paths[Math.floor(Math.random() * paths.length)];
  }
}

/** Random bytes: mostly few, sometimes several pieces of a connection. */
function newContent(): { bytes: Buffer; content: string } {
  const size = Math.random() < 0.1 ? 300_000 : Math.floor(Math.random() * 20_000);
  const bytes = Buffer.alloc(size, `${randomUUID()} `);
  return { bytes, content: contentOf(bytes) };
}

function contentOf(bytes: Uint8Array): string {
  return `${createHash("sha256").update(bytes).digest("hex")} (${bytes.byteLength})`;
}

async function contentOfDownload(client: Client, path: string): Promise<string> {
  const download = await client.files.download({ path });
  return contentOf(await download.bytes());
}

/** The content of a file; undefined if there is none. */
async function contentAt(client: Client, path: string): Promise<Content> {
  const outcome = await client.files.getMetadata({ path }).outcome();
  return outcome.ok ? contentOfDownload(client, path) : undefined;
}
