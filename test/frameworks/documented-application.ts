import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { expect } from "vitest";
import { firstSpec } from "../../src/project/first-spec.js";
import { ashlar } from "../cli/command-line.js";
import { blocksOf } from "../docs/pages.js";

/** Writes the files that a page of the documentation shows, with the specification of `init`, and generates the package. */
export async function writeDocumented(page: string, folder: string, tsconfig: object): Promise<void> {
  const files = blocksOf({ path: page, text: await readFile(page, "utf8") }).flatMap(({ info, code }) => {
    const [, path] = /^tsx? (\S+)$/.exec(info) ?? [];
    return path === undefined ? [] : [[path, code] as const];
  });
  expect(files.length).toBeGreaterThan(3);
  const others = {
    "package.json": '{ "type": "module" }',
    "spec/greeter.stone": firstSpec,
    "tsconfig.json": JSON.stringify(tsconfig),
  };
  for (const [path, text] of [...files, ...Object.entries(others)]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  expect(await ashlar(["generate"], { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
  await mkdir(join(folder, "node_modules"), { recursive: true });
  await symlink("../generated", join(folder, "node_modules/greeter-api"));
  await symlink(resolve("."), join(folder, "node_modules/ashlar"));
}
