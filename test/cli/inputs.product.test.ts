import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ashlar, ashlarProcess, folderWith } from "./command-line.js";

const spec = `namespace files

struct Entry
    added Timestamp("%Y-%m-%dT%H:%M:%SZ")
    name String(pattern="[a-zäö]+")
    example default
        added = "2026-03-29T02:30:00Z"
        name = "ä"

route get (Entry, Entry, Void)
`;
const project = {
  "spec/files.stone": spec,
  "spec/inner/more.stone": "namespace more\n",
  "ashlar.config.ts": 'import { out } from "./names.js";\nexport default { specs: "spec", out, twin: true };\n',
  "names.ts": 'export const out = "packages/api";\n',
  "unrelated.ts": "",
};

test("inputs lists what generate reads and writes, with the options that are set", async () => {
  const { code, stdout } = await ashlar(["inputs", "--json"], { cwd: folderWith(project) });
  expect(code).toBe(0);
  const { ashlar: tool, ...inputs } = JSON.parse(stdout) as Record<string, unknown>;
  expect(tool).toEqual({
    version: expect.any(String) as string,
    build: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
  expect(inputs).toEqual({
    files: ["ashlar.config.ts", "names.ts", "spec/files.stone", "spec/inner/more.stone"],
    folders: ["spec"],
    options: { filters: {}, twin: true },
    outputs: ["packages/api"],
  });
});

test("inputs lists what the command line names, with the rest of the configuration, for people as well (CLI-6)", async () => {
  const cwd = folderWith(project);
  const { stdout } = await ashlar(["inputs", "spec/files.stone", "--out", "api", "--name", "files", "-w", "files"], {
    cwd,
  });
  expect(stdout).toMatch(
    /^Reads the files\n {2}ashlar\.config\.ts\n {2}names\.ts\n {2}spec\/files\.stone\nWith the options\n.* {2}package: \{"name":"files"\}\n.*\nWrites\n {2}api\n$/s,
  );
});

test("inputs refuses standard input, which no build system can watch", async () => {
  expect(await ashlar(["inputs", "-"])).toMatchObject({ code: 2, stdout: "" });
});

/** The files of a folder that are not the record of the last run. */
function contents(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    paths
      .filter((path) => statSync(join(folder, path)).isFile())
      .sort()
      .map((path) => [path, readFileSync(join(folder, path), "latin1")]),
  );
}

test("what generate writes is the same in each folder, time zone and language", async () => {
  const places = [
    { TZ: "UTC", LANG: "C" },
    { TZ: "Pacific/Auckland", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
  ];
  const [one, other] = await Promise.all(
    places.map(async (env) => {
      const cwd = folderWith(project);
      expect(await ashlarProcess(["generate"], { cwd, env })).toMatchObject({ code: 0 });
      return contents(join(cwd, "packages/api"));
    }),
  );
  expect(Object.keys(one ?? {}).length).toBeGreaterThan(10);
  expect(other).toEqual(one);
});
