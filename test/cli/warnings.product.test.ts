import { mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ashlar, folderWith } from "./command-line.js";

const tags = Array.from({ length: 5 }, (_, index) => `    t${index} String = "x"\n`).join("");
const warned = `namespace warned\n\nunion U\n${tags}\nstruct S\n    a String\n`;
const styled =
  'namespace styled\n\nroute known (Void, Void, Void)\n\nroute streamed (Void, Void, Void)\n    attrs\n        style = "stream"\n';
const schema = 'namespace stone_cfg\n\nstruct Route\n    style String = "rpc"\n';

function project(config: object, specs: Readonly<Record<string, string>>): string {
  const named = Object.fromEntries(Object.entries(specs).map(([name, text]) => [`spec/${name}.stone`, text]));
  return folderWith({ ...named, "ashlar.config.json": JSON.stringify({ specs: "spec", ...config }) });
}

describe("warnings", () => {
  test("warnings that are alike are folded: three in full, the others by their place; JSON has all", async () => {
    const cwd = project({}, { warned });
    const { stderr } = await ashlar(["check"], { cwd });
    expect(stderr.match(/^warning\[ignored-tag-default\]/gm)).toHaveLength(3);
    expect(stderr).toContain("\n2 more like this:\n  spec/warned.stone:7, 8\n");
    expect(stderr).toMatch(/\n5 warnings in 1 file\.\n$/);
    const { stdout } = await ashlar(["check", "--format", "json"], { cwd });
    expect(JSON.parse(stdout)).toHaveLength(5);
    expect((await ashlar(["check", "--format", "github"], { cwd })).stderr.match(/^::warning /gm)).toHaveLength(5);
  });

  test("warnings of unknown styles are shown together with errors, unless the errors are about the style", async () => {
    const broken = `${styled}\nroute misspelt (Nope, Void, Void)\n    attrs\n        style = "downlaod"\n\nroute wrong (Void, Void, Void)\n    attrs\n        style = 3\n`;
    const cwd = project({}, { styled: broken, stone_cfg: schema });
    const { stdout } = await ashlar(["check", "--format", "json"], { cwd });
    const found = (JSON.parse(stdout) as { code: string; line: number }[]).map(({ code, line }) => `${line} ${code}`);
    expect(found).toEqual([
      "7 unknown-route-style",
      "9 unknown-type",
      "11 unknown-route-style",
      "15 invalid-attribute",
    ]);
    const filtered = project(
      { filters: { filterByRouteAttr: 'style = "rpc"' } },
      { styled: broken, stone_cfg: schema },
    );
    expect((await ashlar(["check"], { cwd: filtered })).stderr).not.toContain("unknown-route-style");
  });

  test("warnings are shown by generate as by check, also where there is nothing to do", async () => {
    const cwd = project({}, { warned });
    mkdirSync(`${cwd}/node_modules`); // where the run is remembered
    const checked = (await ashlar(["check"], { cwd })).stderr;
    for (const args of [["generate"], ["generate"], ["generate", "--check"]]) {
      const { code, stderr } = await ashlar(args, { cwd });
      expect({ code, stderr }).toEqual({ code: 0, stderr: checked });
    }
  });

  test("warnings have the severity that the configuration gives their code", async () => {
    for (const [severity, code, summary] of [
      ["off", 0, "No problems in 1 file."],
      ["warning", 0, "5 warnings in 1 file."],
      ["error", 1, "5 errors in 1 file."],
    ] as const) {
      const cwd = project({ diagnostics: { "ignored-tag-default": severity } }, { warned });
      const checked = await ashlar(["check"], { cwd });
      expect(checked).toMatchObject({ code, stderr: expect.stringContaining(summary) as unknown });
      expect((await ashlar(["generate"], { cwd })).code).toBe(code);
    }
    const named = project({ diagnostics: { "ignored-tag-default": "error" } }, { warned });
    expect((await ashlar(["check", "spec"], { cwd: named })).code).toBe(1);
  });

  test("warnings of unknown codes, and errors, cannot be configured", async () => {
    const misspelt = project({ diagnostics: { "ignored-tag-defaults": "off" } }, { warned });
    const { code, stderr } = await ashlar(["check"], { cwd: misspelt });
    expect({ code }).toEqual({ code: 2 });
    expect(stderr).toContain("ignored-tag-default");
    const lowered = project({ diagnostics: { "unknown-type": "warning" } }, { warned });
    expect((await ashlar(["check"], { cwd: lowered })).code).toBe(2);
  });

  test("warnings fail a run that allows fewer with --max-warnings", async () => {
    const cwd = project({}, { warned });
    for (const command of ["check", "generate"]) {
      expect((await ashlar([command, "--max-warnings", "5"], { cwd })).code).toBe(0);
      const { code, stderr } = await ashlar([command, "--max-warnings", "4"], { cwd });
      expect({ code }).toEqual({ code: 1 });
      expect(stderr).toMatch(/5 warnings; --max-warnings allows 4\.\n$/);
    }
    expect((await ashlar(["check", "--max-warnings", "few"], { cwd })).code).toBe(2);
  });

  test("warnings are not shown with --quiet, and errors are", async () => {
    const cwd = project({}, { warned });
    expect(await ashlar(["check", "--quiet"], { cwd })).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await ashlar(["generate", "--quiet"], { cwd })).toMatchObject({ code: 0, stderr: "" });
    const wrong = project({}, { warned: `${warned}\nstruct T\n    a Strin\n` });
    const { code, stderr } = await ashlar(["check", "--quiet"], { cwd: wrong });
    expect({ code }).toEqual({ code: 1 });
    expect(stderr).toMatch(/^error\[unknown-type\][^]*\n1 error in 1 file\.\n$/);
  });
});

test("a default beyond 2^53 is reported where integers are numbers, and not where they are bigints", async () => {
  const large = "namespace large\n\nstruct S\n    a UInt64 = 9007199254740993\n";
  for (const command of ["check", "generate"]) {
    const numbers = await ashlar([command], { cwd: project({}, { large }) });
    expect(numbers).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("warning[default-not-exact]") as unknown,
    });
    const bigints = await ashlar([command], { cwd: project({ int64: "bigint" }, { large }) });
    expect(bigints.stderr).not.toContain("default-not-exact");
  }
});

describe("a route of a style that the binding does not know", () => {
  test("a route of a style that the binding does not know is reported by check and generate, at its attribute", async () => {
    const cwd = project({}, { styled, schema });
    for (const command of ["check", "generate"]) {
      const { code, stderr } = await ashlar([command], { cwd });
      expect({ code }).toEqual({ code: 0 });
      expect(stderr).toContain("warning[unknown-route-style]: The route 'streamed' has the unknown style 'stream'");
      expect(stderr).toContain("--> spec/styled.stone:7:9");
    }
  });

  test("a route of an unknown style is suggested a known one if it is only misspelt", async () => {
    const { stderr } = await ashlar(["check"], {
      cwd: project({}, { styled: styled.replace('"stream"', '"downlaod"'), schema }),
    });
    expect(stderr).toContain("no client or server method is generated for it. Did you mean 'download'?");
  });

  test("a style is not unknown where the binding names another attribute, or the route is filtered out", async () => {
    const elsewhere = project({ binding: { attributes: { style: "travels" } } }, { styled, schema });
    expect((await ashlar(["check"], { cwd: elsewhere })).stderr).toBe("No problems in 2 files.\n");
    const unwanted = project({ filters: { filterByRouteAttr: 'style="rpc"' } }, { styled, schema });
    expect((await ashlar(["check"], { cwd: unwanted })).stderr).toBe("No problems in 2 files.\n");
  });
});

describe("very many diagnostics", () => {
  test("very many diagnostics are shown up to a hundred, errors first, with a count of the rest; JSON has all", async () => {
    const fields = Array.from({ length: 150 }, (_, index) => `    f${index} Missing${index}\n`).join("");
    const cwd = project({}, { warned, wrong: `namespace wrong\n\nstruct S\n${fields}` });
    const { stderr } = await ashlar(["check"], { cwd });
    expect(stderr.match(/^error\[/gm)).toHaveLength(100);
    expect(stderr).not.toContain("warning[");
    expect(stderr).toContain("\n55 more are not shown.");
    expect(stderr).toMatch(/\n150 errors, 5 warnings in 2 files\.\n$/);
    const { stdout } = await ashlar(["check", "--format", "json"], { cwd });
    expect(JSON.parse(stdout)).toHaveLength(155);
  });
});
