import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Config } from "../../src/project/config.js";
import { Generator, type Generation } from "../../src/generate/generator.js";
import { readSpecs } from "../../src/project/specs.js";
import { folderWith } from "./command-line.js";
import { contentsOf } from "./outputs.js";

const item = 'namespace shop\n\nstruct Item\n    "What is sold."\n    name String\n';
const order = 'namespace orders\n\nimport shop\n\nstruct Order\n    "What is bought."\n    items List(shop.Item)\n';
const route = '\nroute get (Order, Order, Void)\n    "Returns it."\n';

const config: Config = { specs: "spec", out: "api", package: { name: "api" } };

/** A project with a package that was generated twice: the first run records nothing. */
async function generated(): Promise<string> {
  const folder = folderWith({
    "spec/shop.stone": item.replace("is sold", "will be sold"),
    "spec/orders.stone": order + route,
    "node_modules/other/index.js": "",
  });
  await generate(folder);
  writeFileSync(join(folder, "spec/shop.stone"), item);
  await generate(folder);
  return folder;
}

/** What a process does that generates once. */
async function generate(folder: string, options: Partial<Config> = {}): Promise<Generation> {
  const specs = await readSpecs([join(folder, "spec")]);
  return new Generator("once").write({ ...config, ...options }, folder, specs, new AbortController().signal);
}

/** The paths of the files that a run has written, and of those that were changed by hand before. */
async function written(folder: string, options: Partial<Config> = {}): Promise<unknown> {
  const generation = await generate(folder, options);
  return generation.kind === "written" ? generation.written : generation.kind;
}

/** Expects what a process generates without any record. */
async function expectClean(folder: string, options: Partial<Config> = {}): Promise<void> {
  const clean = folderWith({ "node_modules/other/index.js": "" });
  cpSync(join(folder, "spec"), join(clean, "spec"), { recursive: true });
  await generate(clean, options);
  expect(contentsOf(join(folder, "api"))).toEqual(contentsOf(join(clean, "api")));
}

const buildRecord = (folder: string): string => {
  const caches = join(folder, "node_modules/.cache/ashlar");
  const [name = "", ...others] = readdirSync(caches).filter((path) => path.endsWith(".build"));
  expect(others).toEqual([]);
  return join(caches, name);
};

const sentence = (folder: string): void =>
  writeFileSync(join(folder, "spec/shop.stone"), item.replace("is sold", "was sold"));

const nothing = { changed: [], removed: [], restored: [], kept: [] };

describe("FE-9: a process of its own after a change writes what one without a record writes", () => {
  test("after a sentence", async () => {
    const folder = await generated();
    sentence(folder);
    expect(await written(folder)).toEqual({ ...nothing, changed: ["dist/shop/types.d.ts", "src/shop/types.ts"] });
    await expectClean(folder);
  });

  test("after a file with a namespace was removed, and came back", async () => {
    const folder = await generated();
    rmSync(join(folder, "spec/orders.stone"));
    await generate(folder);
    await expectClean(folder);
    writeFileSync(join(folder, "spec/orders.stone"), order + route);
    await generate(folder);
    await expectClean(folder);
  });

  test("after an error, of which nothing remains", async () => {
    const folder = await generated();
    appendFileSync(join(folder, "spec/shop.stone"), "    wrong Strin\n");
    expect(await written(folder)).toBe("wrong");
    sentence(folder);
    await generate(folder);
    await expectClean(folder);
  });

  test("with other options", async () => {
    const folder = await generated();
    await generate(folder, { timestamps: "date", int64: "bigint" });
    await expectClean(folder, { timestamps: "date", int64: "bigint" });
    sentence(folder);
    await generate(folder, { output: "source" });
    await expectClean(folder, { output: "source" });
  });

  test("after files were changed by hand or removed, which it reports", async () => {
    const folder = await generated();
    appendFileSync(join(folder, "api/src/orders/types.ts"), "// mine\n");
    rmSync(join(folder, "api/src/orders/checks.ts"));
    sentence(folder);
    expect(await written(folder)).toMatchObject({ restored: ["src/orders/types.ts"] });
    await expectClean(folder);
  });

  test.each<[string, (record: string) => string]>([
    ["is damaged", (record) => record.replace("What is sold", "What was sold")],
    ["is not complete", (record) => record.slice(0, record.length / 2)],
    ["is something else", () => "{}"],
  ])("where the record %s", async (_, change) => {
    const folder = await generated();
    const record = buildRecord(folder);
    writeFileSync(record, change(readFileSync(record, "utf8")));
    sentence(folder);
    expect(await written(folder)).toEqual({ ...nothing, changed: ["dist/shop/types.d.ts", "src/shop/types.ts"] });
    await expectClean(folder);
  });
});
