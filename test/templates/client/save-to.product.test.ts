import { spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import files from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createClientCore } from "../../../templates/runtime/client/core.js";
import { download, type DownloadOptions } from "../../../templates/runtime/client/download.js";
import type { Progress } from "../../../templates/runtime/client/options.js";
import type { Route } from "../../../templates/runtime/routes/route.js";
import { binding } from "../rpc-samples.js";
import { serve, type Arrived } from "./scripted-server.js";
import { plainRoute } from "./scripted-service.js";

const get: Route<unknown, { rev: string }, unknown> = {
  ...plainRoute<unknown, { rev: string }, unknown>("files/download"),
  attributes: { host: "api", style: "download", auth: "user" },
};
const bytes = Buffer.from(Uint8Array.from({ length: 200_000 }, (_, index) => index % 251));

let folder: string;
let target: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ashlar-save-"));
  target = join(folder, "report.pdf");
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** A service that sends `content` of the revision `rev`: so many bytes in each of its first responses, then all. */
async function service(...pieces: readonly number[]) {
  const state = { rev: "1", content: bytes };
  const served = await serve((request: Arrived, response: ServerResponse, index) => {
    const { rev, content } = state;
    const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? "bytes=0-")?.[1]);
    response.writeHead(start === 0 ? 200 : 206, {
      "Service-API-Result": JSON.stringify({ rev }),
      "Content-Length": content.length - start,
      ETag: `W/"${rev}"`,
      ...(start > 0 && { "Content-Range": `bytes ${start}-${content.length - 1}/${content.length}` }),
    });
    const piece = pieces[index];
    if (piece === undefined) {
      response.end(content.subarray(start));
    } else {
      response.write(content.subarray(start, start + piece));
      // The connection is lost when the client has written what it was sent, however busy the machine is.
      void vi
        .waitFor(() => expect(partialSizes()).toContain(start + piece), { timeout: 5_000, interval: 5 })
        .catch(() => undefined)
        .finally(() => response.destroy());
    }
  });
  const core = createClientCore(binding, { hosts: served.url, accessToken: "t" });
  return { ...served, state, core };
}

function partials(): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".partial"));
}

function partialSizes(): number[] {
  return partials().map((name) => statSync(join(folder, name)).size);
}

const once: DownloadOptions = { retry: false };

describe("saveTo", () => {
  test("saveTo writes the rest where the system has written a part of a chunk only", async () => {
    const { core } = await service();
    const open = files.open;
    vi.spyOn(files, "open").mockImplementation(async (...args) => {
      const file = await open(...args);
      const write = file.write.bind(file) as (
        chunk: Uint8Array,
        offset: number,
        length: number,
        position: number,
      ) => Promise<{ bytesWritten: number; buffer: Uint8Array }>;
      const writeUpTo1000 = (chunk: Uint8Array, offset: number, length: number, position: number) =>
        write(chunk, offset, Math.min(length, 1000), position);
      return Object.assign(file, { write: writeUpTo1000 });
    });
    const saved = await download(core, get, {}).saveTo(target);
    expect(saved.size).toBe(bytes.length);
    expect(readFileSync(target).equals(bytes)).toBe(true);
  });

  test("saveTo saves the content as a file and returns the result, and leaves nothing else", async () => {
    const { core, arrived } = await service();
    const progress: Progress[] = [];
    const saved = await download(core, get, {}, { onProgress: (now) => progress.push(now) }).saveTo(target);
    expect(saved).toEqual({ result: { rev: "1" }, size: bytes.length, resumedFrom: 0 });
    expect(readFileSync(target).equals(bytes)).toBe(true);
    expect(readdirSync(folder)).toEqual(["report.pdf"]);
    expect(progress.at(-1)).toEqual({ loaded: bytes.length, total: bytes.length });
    expect(arrived).toHaveLength(1);
  });

  test("saveTo replaces a file only when the content is complete", async () => {
    writeFileSync(target, "old");
    const { core } = await service(50_000);
    await expect(download(core, get, {}, once).saveTo(target)).rejects.toMatchObject({ name: "NetworkError" });
    expect(readFileSync(target, "utf8")).toBe("old");
    await download(core, get, {}).saveTo(target);
    expect(readFileSync(target).equals(bytes)).toBe(true);
  });

  test("saveTo resumes what an earlier call has left", async () => {
    const { core, arrived } = await service(50_000);
    await expect(download(core, get, {}, once).saveTo(target)).rejects.toMatchObject({ name: "NetworkError" });
    expect(partialSizes()).toEqual([50_000]);
    const progress: Progress[] = [];
    const saved = await download(core, get, {}, { onProgress: (now) => progress.push(now) }).saveTo(target);
    expect(saved.resumedFrom).toBe(50_000);
    expect(readFileSync(target).equals(bytes)).toBe(true);
    expect(readdirSync(folder)).toEqual(["report.pdf"]);
    expect(arrived.map(({ headers }) => headers.range)).toEqual([undefined, undefined, "bytes=50000-"]);
    expect(progress[0]?.loaded).toBeGreaterThan(50_000);
  });

  test.each([
    ["ignores the range", undefined],
    ["answers 400", 400],
    ["answers 416", 416],
    ["answers 501", 501],
  ])("saveTo begins again if a service %s when it is asked for the rest", async (_, status) => {
    const { url } = await serve(({ headers: { range } }, response, index) => {
      if (range !== undefined && status !== undefined) {
        response.writeHead(status).end("no ranges");
        return;
      }
      const head = { "Service-API-Result": '{"rev":"1"}', "Content-Length": bytes.length };
      if (index > 0) {
        response.writeHead(200, head).end(bytes);
        return;
      }
      response.writeHead(200, head).write(bytes.subarray(0, 50_000), () => setTimeout(() => response.destroy(), 100));
    });
    const core = createClientCore(binding, { hosts: url, accessToken: "t" });
    await expect(download(core, get, {}, once).saveTo(target)).rejects.toMatchObject({ name: "NetworkError" });
    expect(await download(core, get, {}).saveTo(target)).toMatchObject({ size: bytes.length, resumedFrom: 0 });
    expect(readFileSync(target).equals(bytes)).toBe(true);
    expect(readdirSync(folder)).toEqual(["report.pdf"]);
  });

  test.each([0o600, 0o444, 0o777])("saveTo keeps the mode %o of the file that it replaces", async (mode) => {
    writeFileSync(target, "old");
    chmodSync(target, mode);
    const { core } = await service();
    await download(core, get, {}).saveTo(target);
    expect((statSync(target).mode & 0o777).toString(8)).toBe(mode.toString(8));
    expect(readFileSync(target).equals(bytes)).toBe(true);
  });

  test("saveTo follows symbolic links, also to a file that does not exist yet", async () => {
    const { core } = await service();
    mkdirSync(join(folder, "elsewhere"));
    symlinkSync(join("elsewhere", "a"), target);
    for (const content of ["none", "old"]) {
      await download(core, get, {}).saveTo(target);
      expect(readFileSync(join(folder, "elsewhere", "a")).equals(bytes), content).toBe(true);
    }
    expect(readlinkSync(target)).toBe(join("elsewhere", "a"));
    expect(readdirSync(join(folder, "elsewhere"))).toEqual(["a"]);
  });

  test("saveTo resumes after the process that downloaded was killed", async () => {
    const { core, url } = await service(120_000);
    const runtime = join(process.cwd(), "templates/runtime/client");
    const script = join(mkdtempSync(join(tmpdir(), "ashlar-script-")), "download.ts");
    onTestFinished(() => rmSync(dirname(script), { recursive: true }));
    writeFileSync(
      script,
      `
      import { createClientCore } from ${JSON.stringify(join(runtime, "core.ts"))};
      import { download } from ${JSON.stringify(join(runtime, "download.ts"))};
      const core = createClientCore(${JSON.stringify(binding)}, { hosts: ${JSON.stringify(url)}, accessToken: "t" });
      const route = {
        path: "files/download", name: "files/download", version: 1, hasArg: true, hasResult: true,
        attributes: { style: "download", host: "api", auth: "user" },
        encodeArg: (arg) => arg, decodeResult: (json) => json, decodeError: (json) => json,
      };
      const onProgress = ({ loaded }) => loaded >= 120_000 && setTimeout(() => process.kill(process.pid, "SIGKILL"), 50);
      await download(core, route, {}, { onProgress, retry: false }).saveTo(${JSON.stringify(target)}).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    `,
    );
    const child = spawn(process.execPath, ["node_modules/jiti/lib/jiti-cli.mjs", script], { stdio: "inherit" });
    onTestFinished(() => void child.kill("SIGKILL"));
    const signal = await new Promise((resolve) => child.on("exit", (_code, signal) => resolve(signal)));
    expect(signal).toBe("SIGKILL");
    const [left = 0] = partials().map((name) => statSync(join(folder, name)).size);
    expect(left).toBeGreaterThan(0);
    const saved = await download(core, get, {}).saveTo(target);
    expect(saved).toMatchObject({ resumedFrom: left, size: bytes.length });
    expect(readFileSync(target).equals(bytes)).toBe(true);
  });

  test("saveTo starts again if the version is another one, and removes what was left of the old one", async () => {
    const { core, state, arrived } = await service(50_000);
    await expect(download(core, get, {}, once).saveTo(target)).rejects.toMatchObject({ name: "NetworkError" });
    const anHourAgo = new Date(Date.now() - 3_600_000);
    partials().forEach((name) => utimesSync(join(folder, name), anHourAgo, anHourAgo));
    state.rev = "2";
    state.content = Buffer.from("newer");
    const saved = await download(core, get, {}).saveTo(target);
    expect(saved).toEqual({ result: { rev: "2" }, size: 5, resumedFrom: 0 });
    expect(readFileSync(target, "utf8")).toBe("newer");
    expect(readdirSync(folder)).toEqual(["report.pdf"]);
    expect(arrived.map(({ headers }) => headers.range)).toEqual([undefined, undefined]);
  });

  test("saveTo leaves a partial file of another version that is being written", async () => {
    const { core, state } = await service(50_000);
    await expect(download(core, get, {}, once).saveTo(target)).rejects.toMatchObject({ name: "NetworkError" });
    state.rev = "2";
    await download(core, get, {}).saveTo(target);
    expect(partials()).toHaveLength(1);
  });

  test("saveTo can save one version at the same place several times at once", async () => {
    const { core } = await service();
    const saving = Array.from({ length: 20 }, () => download(core, get, {}).saveTo(target));
    const isWhole = vi.fn(() => statSync(target).size === bytes.length);
    await Promise.all(saving.map((each) => each.then(isWhole)));
    expect(isWhole.mock.results.map(({ value }) => value as boolean)).toEqual(saving.map(() => true));
    expect(readFileSync(target).equals(bytes)).toBe(true);
    expect(readdirSync(folder)).toEqual(["report.pdf"]);
  });

  test("saveTo only renames a file that had come whole before the process ended", async () => {
    const { core, arrived } = await service(50_000);
    await expect(download(core, get, {}, once).saveTo(target)).rejects.toMatchObject({ name: "NetworkError" });
    writeFileSync(join(folder, partials()[0] ?? ""), bytes);
    const saved = await download(core, get, {}).saveTo(target);
    expect(saved.resumedFrom).toBe(bytes.length);
    expect(readFileSync(target).equals(bytes)).toBe(true);
    expect(arrived).toHaveLength(2);
  });

  test("saveTo starts again if more was left than there is", async () => {
    const { core } = await service(50_000);
    await expect(download(core, get, {}, once).saveTo(target)).rejects.toMatchObject({ name: "NetworkError" });
    writeFileSync(join(folder, partials()[0] ?? ""), Buffer.concat([bytes, bytes]));
    const saved = await download(core, get, {}).saveTo(target);
    expect(saved).toMatchObject({ size: bytes.length, resumedFrom: 0 });
    expect(readFileSync(target).equals(bytes)).toBe(true);
  });

  test("saveTo does not take the file that was there before for the one that somebody has removed", async () => {
    writeFileSync(target, "old");
    const { core } = await service();
    const onProgress = (): void => partials().forEach((name) => rmSync(join(folder, name)));
    const saving = download(core, get, {}, { onProgress }).saveTo(target);
    await expect(saving).rejects.toMatchObject({ code: "ENOENT" });
    expect(readFileSync(target, "utf8")).toBe("old");
  });

  test("saveTo of content whose versions cannot be distinguished leaves nothing of an interrupted attempt", async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { "Service-API-Result": "{}", "Content-Length": 9 });
      response.write("some", () => setTimeout(() => response.destroy(), 5));
    });
    const core = createClientCore(binding, { hosts: url, accessToken: "t" });
    await expect(download(core, get, {}).saveTo(target)).rejects.toMatchObject({ name: "NetworkError" });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("saveTo refuses a folder before it reads anything", async () => {
    const { core } = await service();
    await expect(download(core, get, {}).saveTo(folder)).rejects.toThrow(`${folder} is a folder`);
    await expect(download(core, get, {}).saveTo(join(folder, "none", "a"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("saveTo closes the connection if it cannot write", async () => {
    const closed = vi.fn();
    const { url } = await serve((_request, response) => {
      response.on("close", closed);
      response.writeHead(200, { "Service-API-Result": "{}", "Content-Length": 9 }).write("some");
    });
    const core = createClientCore(binding, { hosts: url, accessToken: "t" });
    await expect(download(core, get, {}).saveTo(folder)).rejects.toThrow("is a folder");
    await vi.waitUntil(() => closed.mock.calls.length === 1, { interval: 5, timeout: 500_000 });
  });

  test("saveTo ends with the reason of an abort, and can be resumed then", async () => {
    const { core } = await service(50_000);
    const controller = new AbortController();
    const onProgress = (): void => controller.abort(new Error("enough"));
    const saving = download(core, get, {}, { signal: controller.signal, onProgress }).saveTo(target);
    await expect(saving).rejects.toThrow("enough");
    const saved = await download(core, get, {}).saveTo(target);
    expect(readFileSync(target).equals(bytes)).toBe(true);
    expect(saved.size).toBe(bytes.length);
  });

  test("saveTo of a range saves that range, apart from what was left of the whole", async () => {
    const { core } = await service(50_000);
    await expect(download(core, get, {}, once).saveTo(target)).rejects.toMatchObject({ name: "NetworkError" });
    const saved = await download(core, get, {}, { range: { start: 100_000 } }).saveTo(target);
    expect(saved).toMatchObject({ size: 100_000, resumedFrom: 0 });
    expect(readFileSync(target).equals(bytes.subarray(100_000))).toBe(true);
  });
});
