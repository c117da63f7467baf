import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { Client, fullCapabilities } from "./client.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "ashlar-server-")));
const root = pathToFileURL(folder).href;
let client: Client | undefined;

afterEach(() => {
  client?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, text: string): string {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
  return `${root}/${path}`;
}

async function start(capabilities: object = fullCapabilities): Promise<Client> {
  client = new Client();
  await client.initialize(root, capabilities);
  return client;
}

function open(server: Client, uri: string, text: string): void {
  server.notify("textDocument/didOpen", { textDocument: { uri, languageId: "stone", version: 1, text } });
}

const codes = (server: Client, uri: string): string[] => (server.diagnostics.get(uri) ?? []).map(({ code }) => code);

test("LSP-6: messages that make no sense are answered with errors, and the server lives", async () => {
  const uri = write("a.stone", "namespace demo\n\nstruct A\n    b String\n");
  const server = await start();
  const textDocument = { uri };
  open(server, uri, "namespace demo\r\n\r\nstruct A\r\n\tb String\r\n");
  for (const [method, params] of [
    ["textDocument/hover", {}],
    ["textDocument/hover", { textDocument, position: { line: -5, character: 1e9 } }],
    ["textDocument/completion", { textDocument, position: { line: "x", character: null } }],
    ["textDocument/codeAction", { textDocument }],
    ["codeAction/resolve", { title: "x" }],
    ["codeLens/resolve", {}],
    ["workspace/executeCommand", { command: "ashlar.goTo" }],
    ["workspace/executeCommand", { command: "ashlar.explain", arguments: [5] }],
    ["typeHierarchy/subtypes", { item: null }],
  ] as const) {
    const { result, error } = await server.request(method, params);
    expect(error !== undefined || result === null || typeof result === "object", method).toBe(true);
  }
  server.notify("textDocument/didChange", {
    textDocument: { uri: `${root}/other.stone`, version: 3 },
    contentChanges: [{ text: "x" }],
  });
  server.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: "http://x/y", type: 9 }] });
  const { result } = await server.request("textDocument/hover", { textDocument, position: { line: 2, character: 8 } });
  expect(JSON.stringify(result)).toContain("struct A");
});

test("LSP-2: what needs one file is answered before all files are compiled, and edits are worked out after that", async () => {
  const types = Array.from({ length: 60 }, (_, index) => `struct S${index}\n    f String\n        "F."\n`).join("\n");
  for (let file = 0; file < 100; file++) {
    write(`n${file}.stone`, `namespace n${file}\n\nimport demo\n\nstruct T\n    a demo.A\n\n${types}`);
  }
  const text = "namespace demo\n\nstruct A\n    b String\n";
  const uri = write("demo.stone", text);
  const server = await start();
  open(server, uri, text);
  const answered: string[] = [];
  const ask = async (method: string, params: object): Promise<string> => {
    const { result } = await server.request(`textDocument/${method}`, { textDocument: { uri }, ...params });
    answered.push(method);
    return JSON.stringify(result);
  };
  const renamed = ask("rename", { position: { line: 2, character: 8 }, newName: "B" });
  const symbols = ask("documentSymbol", {});
  const definition = ask("definition", { position: { line: 2, character: 8 } });
  expect(await symbols).toContain('"A"');
  expect(await definition).toContain("demo.stone");
  expect(new Set((await renamed).match(/\/n\d+\.stone/g)).size).toBe(100);
  expect(answered).toEqual(["documentSymbol", "definition", "rename"]);
});

test("LSP-10, LSP-70: what a .prettierignore names is neither linted nor formatted, but has its errors", async () => {
  const text = "namespace demo\n\nstruct  A\n    fileName String\n";
  write(".prettierignore", "vendor\n");
  const ignored = write("vendor/a.stone", text);
  const other = write("b.stone", text.replace("demo", "rest"));
  const server = await start();
  open(server, ignored, text);
  open(server, other, text.replace("demo", "rest"));
  expect(await server.until(() => codes(server, other).includes("field-name"))).toBe(true);
  expect(codes(server, ignored)).toEqual([]);
  const format = async (uri: string): Promise<number> => {
    const params = { textDocument: { uri }, options: { tabSize: 4, insertSpaces: true } };
    return (await server.request("textDocument/formatting", params)).result.length;
  };
  expect(await format(ignored)).toBe(0);
  expect(await format(other)).toBe(1);
  const broken = text.replace("String", "Strin");
  const change = { textDocument: { uri: ignored, version: 2 }, contentChanges: [{ text: broken }] };
  server.notify("textDocument/didChange", change);
  expect(await server.until(() => codes(server, ignored).includes("unknown-type"))).toBe(true);
});

test("LSP-1: a folder that is removed takes its diagnostics with it, and what is open stays", async () => {
  const broken = "namespace demo\n\nstruct A\n    b Missing\n";
  const opened = write("a.stone", broken);
  const closed = write("b/b.stone", broken.replace("demo", "rest"));
  const server = await start();
  open(server, opened, broken);
  expect(await server.until(() => codes(server, opened).length === 1 && codes(server, closed).length === 1)).toBe(true);
  const event = { added: [], removed: [{ uri: root, name: "test" }] };
  server.notify("workspace/didChangeWorkspaceFolders", { event });
  expect(await server.until(() => codes(server, closed).length === 0)).toBe(true);
  expect(codes(server, opened)).toEqual(["unknown-type"]);
});

test("LSP-3: a configuration that cannot be read has a diagnostic, and what it covered before still holds", async () => {
  const spec = write("spec/a.stone", "namespace demo\n\nstruct A\n    b Missing\n");
  const config = write("ashlar.config.json", '{ "specs": "spec" }');
  const server = await start();
  expect(await server.until(() => codes(server, spec).length === 1)).toBe(true);
  write("ashlar.config.json", '{ "specs": ');
  server.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: config, type: 2 }] });
  expect(await server.until(() => codes(server, config).length === 1)).toBe(true);
  expect(codes(server, spec)).toEqual(["unknown-type"]);
});

test("LSP-11: what is unused and what is deprecated is tagged", async () => {
  const text =
    "namespace demo\n\nalias Unused = String\n\nroute a (Void, Void, Void) deprecated by b\n\nroute b (Void, Void, Void) deprecated\n";
  const uri = write("a.stone", text);
  const server = await start();
  open(server, uri, text);
  const found = (): unknown[] => (server.diagnostics.get(uri) ?? []).filter((each) => "tags" in each);
  expect(await server.until(() => found().length === 2)).toBe(true);
  expect(found()).toMatchObject([
    { code: "deprecated-use", severity: 4, source: "ashlar", tags: [2] },
    { code: "unused-alias", severity: 2, source: "ashlar lint", tags: [1] },
  ]);
});

test("LSP-50: the reason for ignoring a finding is selected in clients that know snippets", async () => {
  const text = "namespace demo\n\nroute list_v2 (Void, Void, Void)\n";
  const uri = write("a.stone", text);
  const { workspace } = fullCapabilities;
  const workspaceEdit = { ...workspace.workspaceEdit, snippetEditSupport: true };
  const server = await start({
    workspace: { ...workspace, workspaceEdit },
    textDocument: { codeAction: {}, publishDiagnostics: {} },
  });
  open(server, uri, text);
  const range = { start: { line: 2, character: 6 }, end: { line: 2, character: 6 } };
  const { result } = await server.request("textDocument/codeAction", {
    textDocument: { uri },
    range,
    context: { diagnostics: [] },
  });
  const ignore = (result as readonly { readonly title: string; readonly edit?: object }[]).find(
    ({ title }) => title === "Ignore here: route-version-in-name",
  );
  const lineStart = { line: 2, character: 0 };
  expect(ignore?.edit).toMatchObject({
    documentChanges: [
      {
        edits: [
          {
            range: { start: lineStart, end: lineStart },
            snippet: { kind: "snippet", value: "# ashlar-ignore route-version-in-name: ${1:explain why}\n" },
          },
        ],
      },
    ],
  });
});

test("LSP-35: lenses say what has changed since the revision that the configuration compares with", async () => {
  const text = "namespace demo\n\nstruct A\n    b String\n\nstruct Same\n    a A\n\nroute r (Void, Same, Void)\n";
  const uri = write("spec/a.stone", text);
  write("ashlar.config.json", JSON.stringify({ specs: "spec", compat: { against: "git:HEAD" } }));
  for (const args of [
    ["init", "-q"],
    ["add", "."],
    ["commit", "-qm", "first"],
  ]) {
    execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...args], { cwd: folder });
  }
  const server = await start();
  open(server, uri, text.replace("b String", "b UInt64").replace("route r ", "route s (Void, Void, Void)\n\nroute r "));
  const { result: lenses } = await server.request("textDocument/codeLens", { textDocument: { uri } });
  const titles: unknown[] = [];
  for (const lens of lenses as readonly unknown[]) {
    const { result } = await server.request("codeLens/resolve", lens);
    titles.push((result as { readonly command: { readonly title: string } }).command.title);
  }
  expect(titles).toEqual([
    "changed since HEAD: breaking",
    "used by 1 route",
    "used by 1 route",
    "changed since HEAD: source",
  ]);
});

test("LSP-50: rules are explained in a document of the editor, and what is declared twice leads to the first", async () => {
  const text = "namespace demo\n\nstruct A\n    b String\n\nstruct A\n    c String\n";
  const uri = write("a.stone", text);
  const server = await start({ ...fullCapabilities, window: { showDocument: { support: true } } });
  open(server, uri, text);
  const range = { start: { line: 5, character: 8 }, end: { line: 5, character: 8 } };
  const { result } = await server.request("textDocument/codeAction", {
    textDocument: { uri },
    range,
    context: { diagnostics: [] },
  });
  const jump = (result as readonly { readonly title: string; readonly command?: object }[]).find(
    ({ title }) => title === "Go to the first declaration",
  );
  expect(jump?.command).toBeDefined();
  await server.request("workspace/executeCommand", jump?.command);
  await server.request("workspace/executeCommand", { command: "ashlar.explain", arguments: ["old-version"] });
  expect(server.shown).toMatchObject([
    { uri, selection: { start: { line: 2, character: 7 } } },
    { uri: expect.stringContaining("lint-rules.md") as string },
  ]);
});

test("LSP-3: a folder that is created, renamed or deleted outside of the editor counts at once", async () => {
  const text = "namespace desk\n\nimport lab\n\nstruct Table\n    order lab.Order?\n";
  const desk = write("desk.stone", text);
  const server = await start();
  open(server, desk, text);
  const isUnknown = (): boolean => codes(server, desk).includes("unknown-namespace");
  expect(await server.until(isUnknown)).toBe(true);
  const lab = write("new/lab.stone", "namespace lab\n\nstruct Order\n    item String\n    size Missing\n");
  expect(await server.until(() => codes(server, lab).length === 1 && !isUnknown())).toBe(true);
  renameSync(join(folder, "new"), join(folder, "other"));
  const moved = lab.replace("/new/", "/other/");
  expect(await server.until(() => codes(server, lab).length === 0 && codes(server, moved).length === 1)).toBe(true);
  expect(isUnknown()).toBe(false);
  rmSync(join(folder, "other"), { recursive: true });
  expect(await server.until(() => codes(server, moved).length === 0 && isUnknown())).toBe(true);
});

test("LSP-3: an event for a folder reads the files in it, and is no file itself", async () => {
  const server = await start();
  const spec = write("new/a.stone", "namespace demo\n\nstruct A\n    b Missing\n");
  server.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: `${root}/new`, type: 1 }] });
  expect(await server.until(() => codes(server, spec).length === 1)).toBe(true);
  expect(codes(server, `${root}/new`)).toEqual([]);
});

test("LSP-1: diagnostics of a file outside of all folders, and of those beside it, go when it is closed", async () => {
  const outside = pathToFileURL(realpathSync(mkdtempSync(join(tmpdir(), "ashlar-outside-")))).href;
  const broken = "namespace demo\n\nstruct A\n    b Missing\n";
  const [opened, beside] = [`${outside}/a.stone`, `${outside}/b.stone`];
  writeFileSync(new URL(opened), broken);
  writeFileSync(new URL(beside), broken.replace("demo", "rest"));
  write("c.stone", "namespace c\n");
  const server = await start();
  open(server, opened, broken);
  expect(await server.until(() => codes(server, opened).length === 1 && codes(server, beside).length === 1)).toBe(true);
  server.notify("textDocument/didClose", { textDocument: { uri: opened } });
  expect(await server.until(() => codes(server, opened).length + codes(server, beside).length === 0)).toBe(true);
  rmSync(new URL(outside), { recursive: true });
});

test("LSP-70: formatting leaves neither mixed line endings nor a byte order mark", async () => {
  const server = await start();
  for (const [name, text] of [
    ["a", "namespace a\r\n\nstruct Order\r\n    id   String\n"],
    ["b", "\ufeffnamespace a\n\nstruct Order\n    id   String\n"],
  ] as const) {
    const uri = write(`${name}.stone`, text);
    open(server, uri, text);
    const params = { textDocument: { uri }, options: { tabSize: 4, insertSpaces: true } };
    const { result } = await server.request("textDocument/formatting", params);
    expect(TextDocument.applyEdits(TextDocument.create(uri, "stone", 1, text), result)).toBe(
      "namespace a\n\nstruct Order\n    id String\n",
    );
  }
});

test("LSP-20: a hover shortens what is too long to be read", async () => {
  const text = `namespace a\n\nstruct Order\n    note String = "${"x".repeat(200_000)}"\n`;
  const uri = write("a.stone", text);
  const server = await start();
  open(server, uri, text);
  const { result } = await server.request("textDocument/hover", {
    textDocument: { uri },
    position: { line: 3, character: 4 },
  });
  expect(result.contents.value.length).toBeLessThan(10_000);
});
