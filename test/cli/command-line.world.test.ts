import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ashlar, ashlarProcess, folderWith } from "./command-line.js";
import { contentsOf } from "./outputs.js";

const shop = "namespace shop\n\nstruct Item\n    name String\n\nroute buy (Item, Void, Void)\n";
const config = (name: string): string => `export default { specs: "spec", out: "api", package: { name: "${name}" } };`;

/** Commands in the order in which they are run, with what is changed before. */
const steps: readonly (readonly [args: readonly string[], change?: (folder: string) => void])[] = [
  [["generate"]],
  [["generate"]],
  [["generate", "--check"]],
  [["generate"], (folder) => writeFileSync(join(folder, "ashlar.config.mjs"), config("another"))],
  [["generate"], (folder) => writeFileSync(join(folder, "api/src/shop/types.ts"), "// mine\n")],
  [["check", "--format", "json"], (folder) => writeFileSync(join(folder, "spec/shop.stone"), `${shop}struct\n`)],
  [["generate"]],
  [["generate", "--nope"]],
  [["--help"]],
  [["explain", "unknown-type"]],
  [["ir"], (folder) => writeFileSync(join(folder, "spec/shop.stone"), shop)],
  [["generate"], (folder) => writeFileSync(join(folder, "ashlar.config.mjs"), 'throw new Error("mine");')],
  [["scaffold", "--out", "handlers"], (folder) => writeFileSync(join(folder, "ashlar.config.mjs"), config("last"))],
  [["scaffold", "--out", "handlers"]],
  [["generate", "--clean"]],
  [["init"], (folder) => rmSync(join(folder, "ashlar.config.mjs"))],
  [["--help"]],
];

test("a run in the process that all tests share has the outcome of one in a process of its own", async () => {
  const files = { "spec/shop.stone": shop, "ashlar.config.mjs": config("first"), "node_modules/other/index.js": "" };
  const [shared, own] = [folderWith(files), folderWith(files)];
  const said = (text: string, folder: string): string => text.replaceAll(folder, "FOLDER");
  for (const [args, change] of steps) {
    change?.(shared);
    change?.(own);
    const outcomes = [await ashlar(args, { cwd: shared }), await ashlarProcess(args, { cwd: own })] as const;
    expect(said(JSON.stringify(outcomes[0]), shared), args.join(" ")).toBe(said(JSON.stringify(outcomes[1]), own));
    expect(sources(shared), args.join(" ")).toEqual(sources(own));
  }
  const env = { FORCE_COLOR: "1" };
  expect(await ashlar(["check", "nowhere"], { env })).toEqual(await ashlarProcess(["check", "nowhere"], { env }));
  expect(await ashlar(["check", "nowhere"])).toEqual(await ashlarProcess(["check", "nowhere"]));
});

/** All files but the record of the last run, which has times. */
function sources(folder: string): Record<string, string> {
  return Object.fromEntries(Object.entries(contentsOf(folder)).filter(([path]) => !path.includes(".cache")));
}
