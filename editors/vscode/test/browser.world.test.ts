import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import url from "node:url";
import { createContext, runInContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildExtension } from "../build-extension.js";
import { receiveFiles, extensionPath } from "../../../src/language-server/protocol/browser/files.js";
import { glob } from "../../../src/language-server/protocol/browser/glob.js";
import * as ownUrl from "../../../src/language-server/protocol/browser/node-url.js";

describe("ED-1: what stands for modules of Node in browsers", () => {
  const paths = [
    "/",
    "/a",
    "/a/b.stone",
    "/a/b/../c",
    "a/b",
    "b.c/d",
    ".config",
    "/a/.b/c.d.ts",
    "../x",
    "/a/c%20d/e#f?",
  ];

  test("ED-1: the browser's replacement of node:url gives the file URLs that Node gives", () => {
    const absolute = paths.filter((each) => each.startsWith("/"));
    expect(absolute.map((each) => ownUrl.pathToFileURL(each).href)).toEqual(
      absolute.map((each) => url.pathToFileURL(each).href),
    );
    expect(absolute.map((each) => ownUrl.fileURLToPath(ownUrl.pathToFileURL(each)))).toEqual(
      absolute.map((each) => path.posix.resolve(each)),
    );
  });

  test("ED-1: the language server in a browser finds the files that it has received by patterns", async () => {
    const files = ["/w/a.stone", "/w/b/c.stone", "/w/node_modules/x.stone", "/v/d.stone", "/w/b/ashlar.config.json"];
    receiveFiles(files.map((each) => ({ path: each, text: "" })));
    const ignore = ["**/node_modules/**"];
    expect(await glob("**/*.stone", { cwd: "/w", ignore })).toEqual(["/w/a.stone", "/w/b/c.stone"]);
    expect(await glob("**/*.stone", { cwd: "/w", ignore, deep: 1 })).toEqual(["/w/a.stone"]);
    expect(await glob("**/ashlar.config.{ts,json}", { cwd: "/" })).toEqual(["/w/b/ashlar.config.json"]);
    receiveFiles(files.map((each) => ({ path: each })));
    expect(await glob("**/*.stone", { cwd: "/w" })).toEqual([]);
  });
});

describe("ED-1: the server in a worker", () => {
  const out = mkdtempSync(path.join(tmpdir(), "ashlar-worker-"));
  beforeAll(() => buildExtension(out, "{}"));
  afterAll(() => rmSync(out, { recursive: true, force: true }));

  test("ED-1: the language server in a worker reports errors in files that the editor sends, and explains rules", async () => {
    const answers: Message[] = [];
    let first: ((event: { readonly data: unknown }) => void) | undefined;
    const self: { onmessage?: (event: { readonly data: unknown }) => void; [member: string]: unknown } = {
      addEventListener: (_: string, listener: (event: { readonly data: unknown }) => void) => (first = listener),
      postMessage: (message: Message) => {
        answers.push(message);
        if (message.id !== undefined && message.method !== undefined) {
          send({ id: message.id, result: null }); // the editor does what it is asked for
        }
      },
    };
    const code = readFileSync(path.join(out, "dist", "browser-server.js"), "utf8");
    const globals = {
      self,
      console,
      setTimeout,
      clearTimeout,
      queueMicrotask,
      TextEncoder,
      TextDecoder,
      URL,
      performance,
    };
    runInContext(code, createContext(globals));
    const send = (message: object): void => self.onmessage?.({ data: { jsonrpc: "2.0", ...message } });

    const rules = readFileSync(path.join(out, "docs", "lint-rules.md"), "utf8");
    first?.({
      data: [
        { path: "/vfs/-/a.stone", text: "namespace a\n\nstruct Book\n    b Unknown\n" },
        { path: extensionPath("docs/lint-rules.md"), text: rules },
      ],
    });
    const folders = [{ uri: "file:///vfs/-/", name: "the root of a file system" }];
    const capabilities = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
    send({ id: 1, method: "initialize", params: { processId: null, workspaceFolders: folders, capabilities } });
    await expect
      .poll(() => answers.some(({ id, method }) => id === 1 && method === undefined), { timeout: 90_000 })
      .toBe(true);
    send({ method: "initialized", params: {} });
    await expect.poll(() => codes(answers), { timeout: 90_000 }).toEqual(["unknown-type"]);

    send({ method: "ashlar/files", params: { files: [{ path: "/vfs/-/a.stone", text: "namespace a\n" }] } });
    send({
      method: "workspace/didChangeWatchedFiles",
      params: { changes: [{ uri: "file:///vfs/-/a.stone", type: 2 }] },
    });
    await expect.poll(() => codes(answers), { timeout: 90_000 }).toEqual([]);

    const explained = { command: "ashlar.explain", arguments: ["old-version"] };
    send({ id: 2, method: "workspace/executeCommand", params: explained });
    await expect
      .poll(() => answers.find(({ method }) => method === "window/showMessage")?.params?.message, { timeout: 90_000 })
      .toMatch(/^old-version: /);
  });
});

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly diagnostics?: readonly { readonly code: string }[]; readonly message?: string };
}

/** The codes of the diagnostics that were published last. */
function codes(answers: readonly Message[]): unknown {
  const last = answers.findLast(({ method }) => method === "textDocument/publishDiagnostics");
  return last?.params?.diagnostics?.map(({ code }) => code);
}
