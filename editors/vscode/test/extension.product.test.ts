import childProcess, { type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { compileFunction } from "node:vm";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commands as commandsOfServer } from "../../../src/language-server/protocol/commands.js";
import { buildExtension } from "../build-extension.js";
import { makeVsix } from "../vsix.js";
import { Position, StubEditor } from "./stub-editor.js";

/** Machines can be busy. */
const waiting = { timeout: 90_000 };

/** What configurations may contain: here, anything. */
const configSchema = "{}";

let temporary: string;
/** The files of the package, by their names in it. */
let packed: Readonly<Record<string, Uint8Array>>;
let vsix: Uint8Array;
/** The folder of the extension, made of the package. */
let extension: string;

beforeAll(async () => {
  temporary = mkdtempSync(join(tmpdir(), "ashlar-vsix-"));
  await buildExtension(join(temporary, "out"), configSchema);
  vsix = await makeVsix(join(temporary, "out"));
  packed = unzipSync(vsix);
  for (const [name, content] of Object.entries(packed)) {
    mkdirSync(dirname(join(temporary, "vsix", name)), { recursive: true });
    writeFileSync(join(temporary, "vsix", name), content);
  }
  extension = join(temporary, "vsix", "extension");
});
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

describe("ED-6: the package", () => {
  test("ED-6: the extension package contains what runs, its documents and nothing else, in less than 2 MB", () => {
    const many = /^extension\/(?:docs\/diagnostics\/[\w-]+\.md|dist\/server\/[\w-]+\.mjs)$/;
    const names = Object.keys(packed).filter((name) => !many.test(name));
    expect(names.sort()).toEqual([
      "[Content_Types].xml",
      "extension.vsixmanifest",
      "extension/CHANGELOG.md",
      "extension/LICENSE.txt",
      "extension/README.md",
      "extension/THIRD-PARTY-LICENSES.txt",
      "extension/dist/browser-server.js",
      "extension/dist/browser.js",
      "extension/dist/config-schema.json",
      "extension/dist/extension.js",
      "extension/dist/jiti/dist/babel.cjs",
      "extension/dist/jiti/dist/jiti.cjs",
      "extension/dist/jiti/lib/jiti.mjs",
      "extension/docs/lint-rules.md",
      "extension/file-icon.svg",
      "extension/icon.png",
      "extension/language-configuration.json",
      "extension/markdown.tmLanguage.json",
      "extension/package.json",
      "extension/snippets.json",
      "extension/stone.tmLanguage.json",
    ]);
    expect(vsix.length).toBeLessThan(2 * 2 ** 20);
  });

  test("ED-6: the extension package is the same, byte for byte, when it is built again", async () => {
    await buildExtension(join(temporary, "again"), configSchema);
    expect(Buffer.compare(await makeVsix(join(temporary, "again")), vsix)).toBe(0);
  });
});

describe("ED-7: the extension in an editor without Visual Studio Code", () => {
  const running: { readonly subscriptions: { dispose: () => unknown }[] }[] = [];
  afterAll(() => Promise.all(running.flatMap(({ subscriptions }) => subscriptions.map((each) => each.dispose()))));

  /** Activates the extension in a folder with the given files. */
  async function start(files: Readonly<Record<string, string>>, settings?: Readonly<Record<string, unknown>>) {
    const folder = mkdtempSync(join(temporary, "workspace-"));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const editor = new StubEditor(folder, settings);
    const path = join(extension, "dist", "extension.js");
    const require = createRequire(path);
    const module = { exports: {} as { activate: (context: unknown) => Promise<void> } };
    const run = compileFunction(readFileSync(path, "utf8"), ["exports", "require", "module"], { filename: path });
    const servers: ChildProcess[] = [];
    const fork = (...args: Parameters<typeof childProcess.fork>): ChildProcess => {
      const server = childProcess.fork(...args);
      servers.push(server);
      return server;
    };
    const load = (id: string): unknown => {
      switch (id) {
        case "vscode":
          return editor.module;
        case "child_process":
          return { ...childProcess, fork };
        default:
          return require(id);
      }
    };
    Reflect.apply(run, undefined, [module.exports, load, module]);
    const state = new Map<string, unknown>();
    const context = {
      subscriptions: [],
      asAbsolutePath: (name: string) => join(extension, name),
      workspaceState: {
        get: (key: string) => state.get(key),
        update: (key: string, value: unknown) => Promise.resolve(state.set(key, value)),
      },
    };
    running.push(context);
    await module.exports.activate(context);
    return { editor, servers };
  }

  const text = 'namespace a\n\nstruct Book\n    title Strng\n\n    example default\n        title = "Masonry"\n';

  test("ED-7: the extension shows diagnostics and hovers of the server in the package", async () => {
    const { editor } = await start({});
    const { uri } = editor.open("a.stone", text);
    await expect.poll(() => codes(editor, uri), waiting).toContain("unknown-type");
    const { provideHover } = editor.providers.get("registerHoverProvider") ?? {};
    const hover = await provideHover?.(editor.textDocuments[0], new Position(2, 8), editor.token);
    expect(JSON.stringify(hover)).toContain("struct Book");
  });

  test("ED-7: the extension ignores other versions of files, which an editor compares with them", async () => {
    const { editor } = await start({});
    editor.open("a.stone", text, undefined, "git");
    const { uri } = editor.open("a.stone", text);
    await expect.poll(() => codes(editor, uri), waiting).toContain("unknown-type");
    expect([...editor.diagnostics.keys()]).toEqual([String(uri)]);
  });

  test("ED-7: the extension registers the commands and tasks of its manifest", async () => {
    const { editor } = await start({});
    const { contributes } = JSON.parse(readFileSync(join(extension, "package.json"), "utf8")) as {
      readonly contributes: { readonly commands: readonly { readonly command: string }[] };
    };
    const contributed = contributes.commands.map(({ command }) => command);
    expect([...editor.commands.keys()].sort()).toEqual([...contributed, ...commandsOfServer].sort());
    expect(editor.providers.get("registerTaskProvider")?.["provideTasks"]?.()).toHaveLength(4);
  });

  test("ED-7: the extension shows what commands return in read-only documents", async () => {
    const { editor } = await start({});
    editor.open("a.stone", text.replace("Strng", "String"), new Position(2, 8));
    const cursor = editor.activeTextEditor;
    const shown: string[] = [];
    for (const command of ["ashlar.viewIr", "ashlar.viewWire", "ashlar.viewTypeScript"]) {
      editor.activeTextEditor = cursor;
      await editor.commands.get(command)?.();
      shown.push((editor.activeTextEditor as { readonly document: { getText: () => string } }).document.getText());
    }
    const [ir = "", wire = "", types = ""] = shown;
    expect(JSON.parse(ir)).toMatchObject({ namespaces: [{ name: "a" }] });
    expect(JSON.parse(wire)).toEqual({ default: { title: "Masonry" } });
    expect(types).toContain("export interface Book {");
  });

  test("ED-7: the extension restarts the server after a crash, and says so", async () => {
    const { editor, servers } = await start({});
    const { uri } = editor.open("a.stone", text);
    await expect.poll(() => codes(editor, uri), waiting).toContain("unknown-type");
    editor.diagnostics.clear();
    await endServer(editor, servers);
    await expect.poll(() => editor.messages, waiting).toEqual([expect.stringContaining("is being restarted.")]);
    await expect.poll(() => codes(editor, uri), waiting).toContain("unknown-type");
    expect(editor.status.text).toBe("Running");

    for (let times = 0; times < 4; times++) {
      await expect.poll(() => editor.status.text, waiting).toBe("Running");
      await endServer(editor, servers);
    }
    await expect.poll(() => editor.messages.at(-1), waiting).toContain("is not restarted.");
    expect(editor.status.text).toBe("Stopped");
    await editor.commands.get("ashlar.restartServer")?.();
    expect(editor.status.text).toBe("Running");
  });

  test("ED-1: the extension asks once whether to use the Ashlar of the workspace, and never where it is not trusted", async () => {
    const installed = {
      "node_modules/ashlar/package.json": JSON.stringify({ name: "ashlar", version: "0.2.0" }),
      "node_modules/ashlar/dist/cli/main.js": "",
    };
    expect((await start(installed)).editor.messages).toEqual([expect.stringContaining("Ashlar 0.2.0")]);
    const old = { "node_modules/ashlar/package.json": JSON.stringify({ name: "ashlar", version: "0.1.9" }) };
    expect((await start(old)).editor.messages).toEqual([]);
    expect((await start(installed, { server: "bundled" })).editor.messages).toEqual([]);
  });
});

/** The codes of the diagnostics that the editor shows for a document. */
function codes(editor: StubEditor, uri: unknown): unknown[] {
  return (editor.diagnostics.get(String(uri)) ?? []).map(({ code }) =>
    typeof code === "object" ? (code as { readonly value: unknown }).value : code,
  );
}

/** Kills the server that runs, and waits until the extension knows. */
async function endServer(editor: StubEditor, servers: readonly ChildProcess[]): Promise<void> {
  const { length } = editor.messages;
  servers.at(-1)?.kill("SIGKILL");
  await expect.poll(() => editor.messages.length, waiting).toBeGreaterThan(length);
}
