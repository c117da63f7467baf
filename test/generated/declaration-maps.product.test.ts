import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ashlar, folderWith } from "../cli/command-line.js";
import { startTsserver, startTypeScript7, type TypeScriptServer } from "./typescript-servers.js";

const shop = `namespace shop

import money

struct Item
    name String
    price money.Amount?

struct Order
    union
        gift Gift
        sale Sale
    id String

struct Gift extends Order
    to String

struct Sale extends Order
    item Item

union BuyError
    sold_out
    too_expensive Item
    limit UInt32

route find_item(String, Item, Void)
route buy:2(Item, Order, BuyError)
`;

const money = `namespace money

struct Amount
    cents UInt64
`;

const program = `import { createClient, match, type shop } from "shop-api";
import { buyV2 } from "shop-api/shop";
import type { ShopHandlers } from "shop-api/server";

const client = createClient({ hosts: "https://shop.example" });
const item: shop.Item = { name: "Lamp", price: { cents: 5 } };
export const order = await client.shop.buyV2(item);
export const isSale = order[".tag"] === "sale" ? order.item.name : order.id;
export const route = buyV2;
export function explain(error: shop.BuyError): string {
  if (error[".tag"] === "sold_out") return "";
  return match(error, { too_expensive: (dear) => dear.name, limit: (over) => String(over.limit), other: () => "", _: () => "" });
}
export const handlers: Partial<ShopHandlers<unknown>> = { findItem: async () => item };
`;

const config = { specs: "spec", out: "api", package: { name: "shop-api" }, binding: { preset: "service" } };

/** Returns a folder with specifications, their package, and a program that uses it. */
async function application(options: object = {}): Promise<string> {
  const folder = folderWith({
    "ashlar.config.json": JSON.stringify({ ...config, ...options }),
    "spec/shop.stone": shop,
    "spec/money.stone": money,
    "package.json": '{ "type": "module" }',
    "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "types": [] } }',
    "program.ts": program,
  });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(folder, "api"), join(folder, "node_modules/shop-api"));
  await generate(folder);
  return folder;
}

async function generate(folder: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await ashlar(["generate", ...args], { cwd: folder });
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

/** Returns the texts of a package's files, by path. */
function read(folder: string): Map<string, string> {
  const paths = readdirSync(join(folder, "api"), { recursive: true, encoding: "utf8" }).sort();
  return new Map(
    paths.filter((path) => /\.\w+$/.test(path)).map((path) => [path, readFileSync(join(folder, "api", path), "utf8")]),
  );
}

function isMap(path: string): boolean {
  return path.endsWith(".d.ts.map");
}

/** Returns the place after the only occurrence of `before` in the program. Lines and columns are counted from 1. */
function placeAfter(before: string): readonly [line: number, column: number] {
  expect(program.split(before)).toHaveLength(2);
  const lines = program.slice(0, program.indexOf(before) + before.length).split("\n");
  return [lines.length, (lines.at(-1) ?? "").length + 1];
}

const servers: Readonly<Record<string, (folder: string) => TypeScriptServer | Promise<TypeScriptServer>>> = {
  "TypeScript 5": (folder) => startTsserver(join(folder, "program.ts")),
  "TypeScript 7": (folder) => startTypeScript7(join(folder, "program.ts"), program, folder),
};

describe.each(Object.entries(servers))("the language server of %s", (name, start) => {
  test(`CODE-1, CODE-3: in ${name}, Go to Definition leads from every kind of name to the specification`, async () => {
    const folder = await application();
    const server = await start(folder);
    onTestFinished(() => server.stop());

    /** Returns the specification's line from the definition on, or the path of a file that is no specification. */
    const follow = async (before: string): Promise<string> => {
      const found = await server.definitions(...placeAfter(before));
      const texts = found.map(({ file, line, column }) =>
        file.endsWith(".stone") ? (readFileSync(file, "utf8").split("\n")[line - 1] ?? "").slice(column - 1) : file,
      );
      return [...new Set(texts)].sort().join(", ");
    };

    expect(await follow("await client.")).toBe("shop");
    expect(await follow("client.shop.")).toBe("buy:2(Item, Order, BuyError)");
    expect(await follow("route = ")).toBe("buy:2(Item, Order, BuyError)");
    expect(await follow("item: shop.")).toBe("Item");
    expect(await follow("error: shop.")).toBe("BuyError");
    expect(await follow("shop.Item = { ")).toBe("name String");
    expect(await follow("price: { ")).toBe("cents UInt64");
    expect(await follow('"sale" ? order.item.')).toBe("name String");
    expect(await follow("order.item.name : order.")).toBe("id String");
    expect(await follow('isSale = order["')).toContain("gift Gift, sale Sale");
    expect(await follow("=> dear.")).toBe("name String");
    expect(await follow("String(over.")).toBe("limit UInt32");
    expect(await follow("<unknown>> = { ")).toBe("find_item(String, Item, Void)");
    expect(await follow('if (error["')).toContain("sold_out, too_expensive Item");
  });

  test(`CODE-1: in ${name}, Go to Definition leads to the declaration if the specification is missing`, async () => {
    const folder = await application();
    rmSync(join(folder, "spec"), { recursive: true });
    const server = await start(folder);
    onTestFinished(() => server.stop());
    const found = await server.definitions(...placeAfter("client.shop."));
    expect(found.map(({ file }) => file)).toEqual([join(folder, "api/dist/shop/client.d.ts")]);
  });
});

describe("declaration maps", () => {
  test("CODE-2: declaration maps change nothing else, and are absent with declarationMaps: false", async () => {
    const folder = await application();
    const withMaps = read(folder);
    expect([...withMaps.keys()].filter(isMap)).toEqual([
      "dist/index.d.ts.map",
      "dist/money/types.d.ts.map",
      "dist/server/index.d.ts.map",
      "dist/shop/client.d.ts.map",
      "dist/shop/routes.d.ts.map",
      "dist/shop/server.d.ts.map",
      "dist/shop/types.d.ts.map",
    ]);

    writeFileSync(join(folder, "ashlar.config.json"), JSON.stringify({ ...config, declarationMaps: false }));
    await generate(folder);
    const without = read(folder);
    const differing = [...withMaps].filter(([path, text]) => without.get(path) !== text).map(([path]) => path);
    expect(differing.filter((path) => !isMap(path))).toEqual(["ashlar-manifest.json", "package.json"]);
    expect(JSON.parse(without.get("package.json") ?? "")).toMatchObject({ files: ["dist", "src", "SKILL.md"] });
    expect([...without.keys()].filter(isMap)).toEqual([]);
  });

  test("CODE-2: a line that moves in a specification rewrites nothing but declaration maps", async () => {
    const folder = await application();
    const before = read(folder);
    writeFileSync(join(folder, "spec/shop.stone"), `# A comment.\n${shop}`);
    await generate(folder);
    const after = read(folder);
    const changed = [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.filter((path) => !isMap(path))).toEqual([]);
  });

  test("CODE-2: --check does not compare declaration maps, and the next run restores one that is missing", async () => {
    const folder = await application();
    const map = join(folder, "api/dist/shop/client.d.ts.map");
    const text = readFileSync(map, "utf8");
    appendFileSync(map, " ");
    await generate(folder, "--check");
    rmSync(map);
    await generate(folder, "--check");
    await generate(folder);
    expect(readFileSync(map, "utf8")).toBe(text);
  });

  test("CODE-2: the declaration map of a removed namespace is removed with its declarations", async () => {
    const folder = await application();
    writeFileSync(join(folder, "spec/shop.stone"), "namespace shop\n\nroute ping(Void, Void, Void)\n");
    rmSync(join(folder, "spec/money.stone"));
    await generate(folder);
    expect(existsSync(join(folder, "api/dist/money"))).toBe(false);
    await generate(folder, "--clean");
    expect(existsSync(join(folder, "api"))).toBe(false);
  });

  test("CODE-2: npm packs a package without its declaration maps", async () => {
    const folder = await application();
    const output = execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: join(folder, "api"), encoding: "utf8" });
    const [packed] = Object.values(JSON.parse(output) as Record<string, { files: { path: string }[] }>);
    const paths = packed?.files.map(({ path }) => path) ?? [];
    expect(paths).toContain("dist/shop/client.d.ts");
    expect(paths.filter(isMap)).toEqual([]);
  });

  test("CODE-1: the CommonJS declarations of a package with both kinds of modules have maps, too", async () => {
    const folder = await application({ modules: "dual" });
    const { sources } = JSON.parse(readFileSync(join(folder, "api/dist/cjs/shop/types.d.ts.map"), "utf8")) as {
      readonly sources: unknown;
    };
    expect(sources).toEqual(["../../../../spec/shop.stone"]);
  });
});
