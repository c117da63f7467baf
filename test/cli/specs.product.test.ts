import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { splitStandardInput } from "../../src/project/specs.js";
import { ashlar, folderWith } from "./command-line.js";

const wrong = (name: string): string => `namespace ${name}\n\nstruct S\n    a Nope\n`;

const cwd = folderWith({
  "b.stone": wrong("b"),
  "a.stone": wrong("a"),
  "deep/z.stone": wrong("z"),
  "deep/er/y.stone": wrong("y"),
  "deep/notes.txt": "no spec",
  "empty/notes.txt": "no spec",
  "latin1.stone": Buffer.concat([Buffer.from('namespace l\n\nstruct S\n    "é \ufffd '), Buffer.from([0xe9, 0x22])]),
  "cut.stone": Buffer.concat([Buffer.from("# "), Buffer.from([0xe2, 0x82])]),
  "[odd] {name}.stone": wrong("odd"),
  "-dash.stone": wrong("dash"),
  "1e3.stone": wrong("number"),
  "bom.stone": "\ufeffnamespace bom\n",
  "crlf.stone": "namespace crlf\r\n\r\nstruct S\r\n    a Nope\r\n",
});
mkdirSync(join(cwd, "folder.stone"));
symlinkSync("nowhere.stone", join(cwd, "dangling.stone"));

/** The files that have diagnostics, in the order in which they come. */
async function filesOf(args: readonly string[], input = ""): Promise<string[]> {
  const { stdout, stderr } = await ashlar(["check", "--format", "json", ...args], { cwd, input });
  expect(stderr).toBe("");
  const diagnostics = JSON.parse(stdout) as { file: string }[];
  return [...new Set(diagnostics.map(({ file }) => file))];
}

async function refusal(args: readonly string[], input: string | Uint8Array = ""): Promise<string> {
  const { code, stdout, stderr } = await ashlar(["check", "--format", "json", ...args], { cwd, input });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  return stderr;
}

describe("specifications on the command line", () => {
  test("specifications on the command line are files, in their order", async () => {
    expect(await filesOf(["b.stone", "a.stone"])).toEqual(["b.stone", "a.stone"]);
  });

  test("specifications on the command line are folders with all that is below, sorted by path (CLI-3)", async () => {
    expect(await filesOf(["b.stone", "deep", "a.stone"])).toEqual([
      "b.stone",
      "deep/er/y.stone",
      "deep/z.stone",
      "a.stone",
    ]);
    expect(await filesOf(["deep/"])).toEqual(["deep/er/y.stone", "deep/z.stone"]);
  });

  test("links to folders are not followed, as they may lead in a circle", async () => {
    const folder = join(cwd, "circular");
    mkdirSync(folder);
    symlinkSync(".", join(folder, "itself"));
    symlinkSync("../a.stone", join(folder, "link.stone"));
    expect(await filesOf(["circular"])).toEqual(["circular/link.stone"]);
  });

  test("specifications on the command line are globs, sorted by path", async () => {
    expect(await filesOf(["[ba].stone"])).toEqual(["a.stone", "b.stone"]);
    expect(await filesOf(["deep/**/*"])).toEqual(["deep/er/y.stone", "deep/z.stone"]);
  });

  test("specifications on the command line are read once if they are named twice", async () => {
    expect(await filesOf(["b.stone", "./b.stone", "*b.stone", join(cwd, "b.stone")])).toEqual(["b.stone"]);
  });

  test("specifications on the command line may look like globs, numbers, and, after --, like options", async () => {
    expect(await filesOf(["[odd] {name}.stone", "1e3.stone"])).toEqual(["[odd] {name}.stone", "1e3.stone"]);
    expect(await filesOf(["--", "-dash.stone"])).toEqual(["-dash.stone"]);
  });

  test("specifications on the command line have any line ends (LEX-2, CLI-5)", async () => {
    expect((await ashlar(["check", "crlf.stone"], { cwd })).stderr).toContain("--> crlf.stone:4:7\n");
  });

  test("specifications on the command line may begin with a byte order mark for the compiler to report (LEX-1)", async () => {
    const { code, stderr } = await ashlar(["check", "bom.stone"], { cwd });
    expect({ code }).toEqual({ code: 1 });
    expect(stderr).toContain("byte order mark");
  });
});

describe("the configuration of the working directory", () => {
  const cwd = folderWith({
    "ashlar.config.json": JSON.stringify({
      specs: ["other"],
      out: "made",
      package: { name: "sink-api", version: "1.0.0" },
      effects: { destroys: { routes: ["sink/drain"] } },
      filters: { blacklistNamespaceRoutes: ["pump"] },
    }),
    "spec/sink.stone": 'namespace sink\n\nstruct Arg\n    id String\n\nroute drain(Arg, Void, Void)\n    "Drains."\n',
    "spec/pump.stone": "namespace pump\n\nroute start(Void, Void, Void)\n",
    "broken/ashlar.config.json": '{ "specs": ["spec"], "unknown": true }',
    "broken/spec/a.stone": "namespace a\n",
  });

  test.each([
    ["check", "spec"],
    ["lint", "spec"],
    ["format", "spec"],
    ["generate", "spec"],
    ["generate", "spec", "--watch"],
    ["inputs", "spec"],
    ["scaffold", "spec"],
    ["docs", "spec"],
    ["export", "openapi", "spec"],
    ["export", "json-schema", "spec"],
    ["export", "privacy", "spec"],
    ["ir", "spec"],
    ["mock", "spec"],
    ["mcp", "spec"],
    ["test", "http://localhost:9", "spec"],
    ["diff", "spec", "spec"],
  ])(
    "the configuration of the working directory is read although specifications are on the command line (CLI-6): %s %s %s",
    async (...args) => {
      const { code, stderr } = await ashlar(args, { cwd: join(cwd, "broken") });
      expect(stderr).toContain("unknown");
      expect(code).toBe(2);
    },
  );

  test("the configuration of the working directory says which routes destroy, if `ashlar test` gets specifications (CLI-6, CT-3)", async () => {
    const { stdout } = await ashlar(["test", "http://localhost:9", "spec", "--effects", "all", "--dry-run"], { cwd });
    expect(stdout).toMatch(/sink\/drain +destroys/);
    expect(stdout).not.toContain("pump");
  });

  test("the configuration of the working directory names the package and the folders, if exports and packages get specifications (CLI-6)", async () => {
    const inner = join(cwd, "spec");
    expect(await ashlar(["export", "openapi", "."], { cwd: inner })).toMatchObject({ code: 0 });
    const document = JSON.parse(readFileSync(join(cwd, "openapi.json"), "utf8")) as object;
    expect(document).toMatchObject({ info: { title: "sink-api" } });
    const { stdout } = await ashlar(["inputs", ".", "--json"], { cwd: inner });
    expect(JSON.parse(stdout)).toMatchObject({ outputs: ["../made"] });
  });
});

describe("exit code 2 and a message for", () => {
  test.each([
    ["what does not exist", "missing.stone", "missing.stone cannot be read: it does not exist."],
    ["a link that leads nowhere", "dangling.stone", "dangling.stone cannot be read: it does not exist."],
    ["a folder that is not there", "missing", "missing cannot be read: it does not exist."],
    ["a folder without specifications", "empty", "There is no .stone file in empty."],
    ["a folder that is named like a specification", "folder.stone", "There is no .stone file in folder.stone."],
    ["a file that is named otherwise (CLI-3)", "deep/notes.txt", "its name does not end in .stone."],
    ["a glob without matches", "nothing/*.stone", "No .stone file matches nothing/*.stone."],
    ["a path through a file", "a.stone/b.stone", "part of the path is a file, not a folder."],
    ["bytes that are not UTF-8", "latin1.stone", "latin1.stone is not UTF-8: see line 4, column 10."],
    ["a character that is cut at the end", "cut.stone", "cut.stone is not UTF-8: see line 1, column 3."],
  ])("exit code 2 and a message are given for %s", async (_, spec, message) => {
    expect(await refusal([spec])).toContain(message);
  });

  test("exit code 2 and a message are given for all that is wrong at once", async () => {
    const stderr = await refusal(["missing.stone", "a.stone", "empty", "latin1.stone"]);
    expect(stderr).toContain("missing.stone cannot be read");
    expect(stderr).toContain("latin1.stone is not UTF-8");
    expect(stderr).toContain("no .stone file in empty");
  });

  test.each([
    ["check", "."],
    ["check", ".", "--config", "ashlar.config.json"],
    ["generate", "."],
    ["generate", ".", "--check"],
    ["generate"],
    ["ir", "."],
    ["lint", "."],
    ["docs", "."],
    ["export", "openapi", "."],
    ["export", "json-schema", "."],
    ["export", "privacy", "."],
    ["scaffold", ".", "--package", "shop-api"],
    ["diff", ".", "."],
    ["mock", "."],
    ["mcp", "."],
  ])(
    "exit code 2 and a message are given for bytes that are not UTF-8, together with the errors of all files: %s %s %s",
    async (...args) => {
      const cwd = folderWith({
        "ashlar.config.json": '{ "specs": ["."], "out": "out" }',
        "wrong.stone": "namespace wrong\nimport latin\nalias A = Strin\nalias B = latin.Text\n",
        "latin.stone": Buffer.from("namespace latin\n# caf\xe9\nalias Text = Missing\n", "latin1"),
      });
      const { code, stderr } = await ashlar(args, { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain("latin.stone is not UTF-8: see line 2, column 6.");
      expect(stderr.match(/^error\[.*/gm)).toEqual([
        "error[unknown-type]: No type is named 'Missing'.",
        "error[unknown-type]: No type is named 'Strin'. Did you mean 'String'?",
      ]);
    },
  );

  test("exit code 2 and a message are given for no specifications and no configuration", async () => {
    const { code, stderr } = await ashlar(["ir"], { cwd });
    expect({ code }).toEqual({ code: 2 });
    expect(stderr).toContain("No specifications are given, and there is no ashlar.config.* in this folder or above");
  });
});

describe("standard input", () => {
  test("CLI-4: standard input is read for -", async () => {
    const { code, stderr } = await ashlar(["check", "-"], { input: wrong("n") });
    expect({ code }).toEqual({ code: 1 });
    expect(stderr).toContain("--> stdin.1:4:7");
  });

  test("CLI-4: standard input is split at namespaces, each with lines of its own", async () => {
    expect(await filesOf(["-"], `# before\n${wrong("m")}${wrong("n")}`)).toEqual(["stdin.1", "stdin.2"]);
    const { stderr } = await ashlar(["check", "-"], { input: wrong("m") + wrong("n") });
    expect(stderr).toContain("--> stdin.2:4:7");
  });

  test("CLI-4: standard input together with files is an error", async () => {
    expect(await refusal(["a.stone", "-"])).toContain("cannot be combined with files");
  });

  test("standard input that is not UTF-8 is an error", async () => {
    expect(await refusal(["-"], Buffer.from([0x61, 0x0a, 0xff]))).toContain("Standard input is not UTF-8: see line 2");
  });

  test("standard input is not split at the mere word namespace, as Stone splits it", () => {
    const text = 'namespace a\n    "Of the namespace a."\n\n# namespace b\nstruct S\n    "x\nnamespace of all\n"\n';
    expect(splitStandardInput(text)).toEqual([{ path: "stdin.1", text }]);
  });

  test("standard input loses nothing by the split", () => {
    const text = "# one\r\nnamespace a # here\r\n\r\nnamespace\tb\nnamespace c";
    const files = splitStandardInput(text);
    expect(files.map((file) => file.text).join("")).toBe(text);
    expect(files.map((file) => file.path)).toEqual(["stdin.1", "stdin.2", "stdin.3"]);
    expect(splitStandardInput("")).toEqual([{ path: "stdin.1", text: "" }]);
  });
});
