import { readdirSync, readFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ashlar, ashlarProcess, binary, folderWith } from "./command-line.js";

describe("help", () => {
  test.each([["--help"], ["check", "--help"], ["ir", "-h"]])(
    "%s %s has examples, on standard output",
    async (...args) => {
      const { code, stdout, stderr } = await ashlar(args.filter((arg) => typeof arg === "string"));
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(/Examples:\n {2}ashlar /);
    },
  );

  test("help is what a command line without a command gets, with exit code 2", async () => {
    const { code, stdout, stderr } = await ashlar([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("ashlar check [specs..]");
  });

  test("help and the version load nothing heavy", async () => {
    const hooks = `export async function load(url, context, next) {
      process._rawDebug("LOADED " + url);
      return next(url, context);
    }`;
    const register = `import { register } from "node:module"; register(${JSON.stringify(
      `data:text/javascript,${encodeURIComponent(hooks)}`,
    )});`;
    const node = ["--import", `data:text/javascript,${encodeURIComponent(register)}`];
    const withParser = readdirSync("dist/chunks").filter((name) =>
      readFileSync(`dist/chunks/${name}`, "utf8").includes("extends EmbeddedActionsParser"),
    );
    expect(withParser).toHaveLength(1);
    for (const flag of ["--help", "--version"]) {
      const { stderr } = await ashlarProcess([flag], { node });
      expect(stderr).toContain("LOADED");
      expect(stderr).not.toMatch(/ts-morph|typescript|prettier|jiti/);
      expect(stderr).not.toContain(withParser[0]);
    }
  });
});

test("--version prints the version of the package", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(await ashlarProcess(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

describe("a wrong command line has exit code 2, nothing on standard output, and", () => {
  test.each([
    [["chek", "spec"], "There is no command 'chek'. Did you mean 'check'?"],
    [["frobnicate"], "There is no command 'frobnicate'."],
    [["--verion"], "There is no option --verion. Did you mean --version?"],
    [["export"], "Name a format: json-schema, openapi, privacy."],
    [["generate", "--watch", "--check"], "--check and --watch cannot be combined."],
    [["check", "--fromat", "json"], "There is no option --fromat. Did you mean --format?"],
    [["ir", "-x"], "There is no option -x."],
    [["export", "yaml", "spec"], "There is no export format 'yaml'. The formats are json-schema, openapi, privacy."],
    [["check", "--format", "jsonp", "spec"], '--format must be one of "pretty", "json", "github", not "jsonp".'],
    [["ir", "spec", "-w"], "-w needs a value."],
    [
      ["diff", "old", "new", "--proof=source"],
      "--proof takes no value: write --proof or --no-proof, not --proof=source.",
    ],
    [["ir", "spec", "-w", "a", "-b", "b"], "Namespaces can be whitelisted or blacklisted, not both."],
  ])(
    "the wrong command line %j exits with 2, and is answered with a sentence on standard error",
    async (args, message) => {
      const { code, stdout, stderr } = await ashlar(args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(/^error: /);
      expect(stderr).toContain(message);
    },
  );

  test("`export privacy` answers an annotation that does not exist with the nearest one, with exit code 2", async () => {
    const args = ["export", "privacy", resolve("test/corpus/clinic"), "--annotation", "privacy.Hihg"];
    const { code, stdout, stderr } = await ashlar(args, { cwd: folderWith({}) });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("There is no custom annotation 'privacy.Hihg'");
    expect(stderr).toContain("Did you mean 'privacy.High'?");
  });

  test("the answer to a wrong command line points to the help of the command", async () => {
    expect((await ashlar(["check", "--nope"])).stderr).toContain("See `ashlar check --help`.");
  });
});

test("a reader that goes away ends the output quietly", async () => {
  const long = Array.from({ length: 5000 }, (_, index) => `struct S${index}\n    "${"text ".repeat(20)}"\n`).join("");
  const cwd = folderWith({ "long.stone": `namespace long\n\n${long}` });
  const child = spawn(process.execPath, [binary, "ir", "long.stone"], { cwd });
  let stderr = "";
  child.stderr.on("data", (text: Buffer) => (stderr += text.toString()));
  child.stdout.once("data", () => child.stdout.destroy());
  const code = await new Promise((done) => child.on("close", done));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});
