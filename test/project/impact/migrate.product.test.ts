import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ashlar, folderWith } from "../../cli/command-line.js";

const shop = `namespace shop

struct Item
    name String
    price UInt32 = 1
    kind Kind = plain

struct Note
    text String

union Kind
    plain
    rare

union Reason
    not_found
    locked Item

union BuyError
    sold_out
    too_expensive Item
    lookup Reason

route find_item(String, Item, BuyError)
route buy(Item, Note, BuyError)
route sell(Item, Note, Void)
`;

/** Renames a field, three types, two tags and a route. */
const renamed = shop
  .replace("price UInt32", "cost UInt32")
  .replaceAll("Kind", "Rarity")
  .replaceAll("Note", "Memo")
  .replace("    not_found", "    missing")
  .replace("    sold_out", "    gone")
  .replace("route sell", "route give_away");

const program = `import { createClient, isRouteError, match, type shop } from "shop-api";
import { sell, decodeKind, type Kind, type Item as Thing } from "shop-api/shop";
import { sell as selling } from "./again.js";
import { buy } from "./again.js";
import { routeError, type ShopHandlers } from "shop-api/server";

/** Uses {@link shop.Kind}, {@link shop.Item.price} and {@link sell}. */
const client = createClient({ hosts: "https://shop.example" });
const price = 3;
const item: shop.ItemInput = { name: "Lamp", kind: price > 2 ? "rare" : "plain", price };
const { price: before } = await client.shop.findItem("x");
export const total = ({ price }: Thing, { price: other = 2 }: shop.ItemInput): number => price + other + before;
export const withDefault = ({ price = 2 }: shop.ItemInput): number => price;
export const routes = { sell, selling, buy };
export { sell };
export const kinds: Kind[] = [{ ".tag": "plain" }];
export type Price = shop.Item["price"] | Pick<shop.Item, "price" | "name">["price"];
export type SoldOut = Extract<shop.BuyError, { ".tag": "sold_out" }>;
try {
  await client.shop.sell(item);
} catch (thrown) {
  if (isRouteError(thrown, buy)) {
    if (thrown.is("lookup/not_found") || thrown.is("sold_out")) throw thrown;
    const { ".tag": tag } = thrown.error;
    if (tag === "sold_out") console.log("price" in item);
    const again = thrown.error[".tag"];
    switch (again) {
      case "sold_out": break;
    }
    match(thrown.error, { sold_out: () => "", lookup: (e) => e.lookup[".tag"] === "not_found", _: () => "" });
  }
}
export const handlers: ShopHandlers<unknown> = {
  async sell({ price }) { return { text: String(price) }; },
  async buy() { throw routeError(buy, "sold_out"); },
  async findItem() { throw routeError(buy, { ".tag": "lookup", lookup: { ".tag": "not_found" } }); },
};
export const decode = decodeKind;
`;

const migrated = `import { createClient, isRouteError, match, type shop } from "shop-api";
import { giveAway, decodeRarity, type Rarity, type Item as Thing } from "shop-api/shop";
import { sell as selling } from "./again.js";
import { buy } from "./again.js";
import { routeError, type ShopHandlers } from "shop-api/server";

/** Uses {@link shop.Rarity}, {@link shop.Item.cost} and {@link giveAway}. */
const client = createClient({ hosts: "https://shop.example" });
const price = 3;
const item: shop.ItemInput = { name: "Lamp", kind: price > 2 ? "rare" : "plain", cost: price };
const { cost: before } = await client.shop.findItem("x");
export const total = ({ cost: price }: Thing, { cost: other = 2 }: shop.ItemInput): number => price + other + before;
export const withDefault = ({ cost: price = 2 }: shop.ItemInput): number => price;
export const routes = { sell: giveAway, selling, buy };
export { giveAway as sell };
export const kinds: Rarity[] = [{ ".tag": "plain" }];
export type Price = shop.Item["cost"] | Pick<shop.Item, "cost" | "name">["cost"];
export type SoldOut = Extract<shop.BuyError, { ".tag": "gone" }>;
try {
  await client.shop.giveAway(item);
} catch (thrown) {
  if (isRouteError(thrown, buy)) {
    if (thrown.is("lookup/missing") || thrown.is("gone")) throw thrown;
    const { ".tag": tag } = thrown.error;
    if (tag === "gone") console.log("cost" in item);
    const again = thrown.error[".tag"];
    switch (again) {
      case "gone": break;
    }
    match(thrown.error, { gone: () => "", lookup: (e) => e.lookup[".tag"] === "missing", _: () => "" });
  }
}
export const handlers: ShopHandlers<unknown> = {
  async giveAway({ cost: price }) { return { text: String(price) }; },
  async buy() { throw routeError(buy, "gone"); },
  async findItem() { throw routeError(buy, { ".tag": "lookup", lookup: { ".tag": "missing" } }); },
};
export const decode = decodeRarity;
`;

const tsconfig =
  '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "types": [] }, "include": ["*.ts"] }';
const config = { specs: "now.stone", package: { name: "shop-api" }, binding: { preset: "service" } };

/** Returns a folder with two versions of a specification and a program, committed to Git. */
function application(
  now: string,
  source: string,
  { old = shop, ...files }: Readonly<Record<string, string>> = {},
): string {
  const folder = folderWith({
    "ashlar.config.json": JSON.stringify(config),
    "old.stone": old,
    "now.stone": now,
    "app/package.json": '{ "type": "module" }',
    "app/tsconfig.json": tsconfig,
    "app/program.ts": source,
    ...files,
  });
  git(folder, "init", "--quiet");
  commit(folder);
  return folder;
}

function git(folder: string, ...args: string[]): void {
  const names = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
  execFileSync("git", [...names, ...args], { cwd: folder, stdio: "pipe" });
}

function commit(folder: string): void {
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message", "Change");
}

function read(folder: string, path = "app/program.ts"): string {
  return readFileSync(join(folder, path), "utf8");
}

const again = `export { sell } from "shop-api/shop";\nexport type { shop } from "shop-api";\nexport * from "shop-api/shop";\n`;

describe("ashlar migrate", () => {
  test("CODE-20, CODE-21: every kind of name gets its new name, what a program exports keeps its own, and a second run changes nothing", async () => {
    const folder = application(renamed, program, { "app/again.ts": again });
    const run = (...args: string[]): ReturnType<typeof ashlar> =>
      ashlar(["migrate", "old.stone", "now.stone", "app", ...args], { cwd: folder });
    const dry = await run("--dry-run");
    expect([dry.code, dry.stderr]).toEqual([0, "Would change 32 names in 2 files.\n"]);
    expect(dry.stdout).toContain("--- a/app/again.ts\n+++ b/app/again.ts\n@@ -1,3 +1,3 @@\n-export { sell } from");
    expect(read(folder)).toBe(program);
    expect(await run()).toMatchObject({ code: 0, stdout: "Changed 32 names in 2 files.\n", stderr: "" });
    expect(read(folder)).toBe(migrated);
    expect(read(folder, "app/again.ts")).toBe(again.replace("{ sell }", "{ giveAway as sell }"));
    commit(folder);
    expect(await run()).toMatchObject({ stdout: expect.stringMatching(/^No name has to be changed/) as string });
    expect(read(folder)).toBe(migrated);
  });

  test("CODE-20: a renamed namespace is renamed in import paths, imports and clients", async () => {
    const folder = application(
      shop.replace("namespace shop", "namespace gift_shop"),
      `import { createClient, type shop } from "shop-api";
import { sell, shopClient } from "shop-api/shop";
import type { ShopHandlers } from "shop-api/server";
export type { Item } from "shop-api/shop";
export type Later = import("shop-api/shop").Note;
export const later = (): Promise<unknown> => import("shop-api/shop");
export const buy = (item: shop.Item): unknown => createClient({ hosts: "https://shop.example" }).shop.buy(item);
export const parts: [typeof shopClient, ShopHandlers<unknown> | undefined, unknown] = [shopClient, undefined, sell];
`,
    );
    const { code, stdout } = await ashlar(["migrate", "old.stone", "now.stone", "app"], { cwd: folder });
    expect([code, stdout]).toEqual([0, "Changed 12 names in 1 file.\n"]);
    expect(read(folder)).toBe(
      `import { createClient, type giftShop } from "shop-api";
import { sell, giftShopClient } from "shop-api/gift_shop";
import type { GiftShopHandlers } from "shop-api/server";
export type { Item } from "shop-api/gift_shop";
export type Later = import("shop-api/gift_shop").Note;
export const later = (): Promise<unknown> => import("shop-api/gift_shop");
export const buy = (item: giftShop.Item): unknown => createClient({ hosts: "https://shop.example" }).giftShop.buy(item);
export const parts: [typeof giftShopClient, GiftShopHandlers<unknown> | undefined, unknown] = [giftShopClient, undefined, sell];
`,
    );
  });

  test("CODE-20: CommonJS, exported namespaces, JSX attributes and summaries of errors are changed, and local names stay", async () => {
    const script = `const shop = require("shop-api/shop");
const { sell } = require("shop-api/shop");
module.exports.sell = sell;
module.exports.all = { sell, shop };
`;
    const page = `import { createClient, isRouteError, type shop } from "shop-api";
import { buy, sell } from "shop-api/shop";
export type * as own from "shop-api/shop";
declare namespace JSX { interface IntrinsicElements { row: { item: string } } type Element = unknown; }
const Row = ({ price }: Pick<shop.Item, "price">): JSX.Element => <row item={String(price)} />;
export const rows = <Row price={2} />;
export const withDefault = ({ route = sell }: { route?: typeof sell }): unknown => route;
export const isGone = (thrown: unknown): boolean =>
  isRouteError(thrown, buy) && (thrown.summary.startsWith("lookup/not_found/") || thrown.summary === "sold_out");
export const outcome = createClient({ hosts: "https://shop.example" }).shop.buy({ name: "Lamp" }).outcome();
`;
    const options = `"strict": true, "module": "nodenext", "target": "es2022", "types": [], "allowJs": true, "checkJs": true, "jsx": "preserve"`;
    const folder = application(renamed, "export {};", {
      "app/tsconfig.json": `{ "compilerOptions": { ${options} }, "include": ["*"] }`,
      "app/script.cjs": script,
      "app/page.tsx": page,
    });
    const { code, stdout } = await ashlar(["migrate", "old.stone", "now.stone", "app"], { cwd: folder });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Changed \d+ names in 2 files\.\n$/)]);
    expect(read(folder, "app/script.cjs")).toBe(script.replace("{ sell } = require", "{ giveAway: sell } = require"));
    expect(read(folder, "app/page.tsx")).toBe(
      page
        .replaceAll(/\bsell\b/g, "giveAway")
        .replace("({ price }", "({ cost: price }")
        .replace('"price"', '"cost"')
        .replace("<Row price", "<Row cost")
        .replace("not_found", "missing")
        .replace("sold_out", "gone"),
    );
  });

  test("CODE-21: an object that is built without a type and passed on is listed, as is a program that does not import the package", async () => {
    const folder = application(
      renamed,
      `import { createClient } from "shop-api";
const client = createClient({ hosts: "https://shop.example" });
const item = { name: "Lamp", price: 2 };
export const calls = [client.shop.buy(item), client.shop.buy({ ...item })];
`,
    );
    const run = (...args: string[]): ReturnType<typeof ashlar> =>
      ashlar(["migrate", "old.stone", "now.stone", "app", ...args], { cwd: folder });
    const { code, stdout } = await run();
    expect(code).toBe(1);
    expect(stdout).toContain("`shop.Item.price` has another name");
    expect(stdout).toContain("app/program.ts:4:39");
    expect(stdout).toContain("app/program.ts:4:67");
    expect(await run("--package", "other-api")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(
        "app/tsconfig.json does not import other-api; '--package' says by which name",
      ) as unknown,
    });
  });

  test("CODE-21: a program with an error in its syntax is changed, and the report says that uses may be missing", async () => {
    const source = 'import type { shop } from "shop-api";\nexport const kinds: shop.Kind[] = [;\n';
    const folder = application(renamed, source);
    const { stdout } = await ashlar(["migrate", "old.stone", "now.stone", "app"], { cwd: folder });
    expect(read(folder)).toBe(source.replace("Kind", "Rarity"));
    expect(stdout).toContain(
      "Uses may be missing because of errors in the syntax: app/program.ts:2:36 Expression or comma expected.",
    );
  });

  test("CODE-20: packages that other folders import, path mappings and declaration files of the program are changed, too", async () => {
    const use = 'import type { Item } from "shop-api/shop";\nexport const read = (item: Item): number => item.price;\n';
    const window = 'import type { Kind } from "shop-api/shop";\ndeclare global { interface Window { kind: Kind } }\n';
    const installed = { "package.json": '{ "name": "shop-api", "exports": { "./shop": { "types": "./shop.d.ts" } } }' };
    const folder = application(
      renamed,
      `import { read } from "../core/index.js";\n${use.replace("read", "own")}read;\n`,
      {
        "core/index.ts": use,
        "core/package.json": '{ "type": "module" }',
        "app/window.d.ts": window,
        "app/tsconfig.json": tsconfig.replace(
          '"types": []',
          '"types": [], "paths": { "shop-api/*": ["../installed/*"] }',
        ),
        "node_modules/shop-api/package.json": installed["package.json"],
        "node_modules/shop-api/shop.d.ts": "export interface Item { price: number }\nexport type Kind = string;\n",
        "installed/shop.d.ts": "export interface Item { price: number }\nexport type Kind = string;\n",
      },
    );
    const { stdout, code } = await ashlar(["migrate", "old.stone", "now.stone", "app"], { cwd: folder });
    expect([stdout, code]).toEqual(["Changed 4 names in 3 files.\n", 0]);
    expect(read(folder)).toContain("item.cost");
    expect(read(folder, "core/index.ts")).toContain("item.cost");
    expect(read(folder, "app/window.d.ts")).toBe(window.replaceAll("Kind", "Rarity"));
  });

  test("CODE-20: JSDoc types, heritage clauses, patterns in assignments, declared tags, mocks and augmented types are changed", async () => {
    const source = `import { createClient } from "shop-api";
import type { Item, Kind, KindInput } from "shop-api/shop";
declare module "shop-api/shop" { interface Item { size?: number } }
declare const vi: { mock(name: string, make: () => object): void };
vi.mock("shop-api/shop", () => ({ sell: 1 }));
export interface Priced extends Pick<Item, "price"> {}
export interface Row extends Omit<Item, "price"> { price: string }
export const row = (item: Item): Row => ({ ...item, price: "3" });
export const cost = (it: Priced): number => it.price;
export const isPlain = (kind: KindInput): boolean => kind === "plain";
const rare: Kind[".tag"] = "rare";
export function first(item: Item, tag: Kind[".tag"] = "rare"): unknown {
  let price = 0;
  ({ price } = item);
  ({ price: price } = item);
  const other: Item = { name: "", price, kind: { ".tag": "plain" } };
  return [price, tag, rare, other, createClient];
}
`;
    const script = `/** @typedef {import("shop-api/shop").Note} Note */
/** @import { Kind } from "shop-api/shop" */

/** @param {Note} note @param {Kind} kind */
export function show(note, kind) { return [note, kind]; }
/** @typedef {import("shop-api/shop").Item["price"]} Price */
`;
    const old = shop.replace("kind Kind = plain", "kind Kind = rare");
    const now = old
      .replace("namespace shop", "namespace store")
      .replace("price UInt32", "cost UInt32")
      .replaceAll("Note", "Memo")
      .replace("    rare", "    scarce")
      .replace("= rare", "= scarce");
    const folder = application(now, source, {
      old,
      "app/script.js": script,
      "app/tsconfig.json": tsconfig
        .replace('"types": []', '"types": [], "checkJs": true')
        .replace('"*.ts"', '"*.ts", "*.js"'),
    });
    const { stdout, code } = await ashlar(["migrate", "old.stone", "now.stone", "app"], { cwd: folder });
    expect(read(folder)).toBe(
      source
        .replaceAll("shop-api/shop", "shop-api/store")
        .replaceAll('Item, "price"', 'Item, "cost"')
        .replace("it.price", "it.cost")
        .replaceAll('"rare"', '"scarce"')
        .replace("{ price } =", "{ cost: price } =")
        .replace("{ price: price } =", "{ cost: price } =")
        .replace(", price, kind", ", cost: price, kind"),
    );
    expect(read(folder, "app/script.js")).toBe(
      script.replaceAll("shop-api/shop", "shop-api/store").replace('"price"', '"cost"').replace(").Note", ").Memo"),
    );
    expect([stdout, code]).toEqual(["Changed 16 names in 2 files.\n", 0]);
  });

  test("CODE-21: what may also be the program's own is listed: overrides of copies, classes, and tags and members of other types", async () => {
    const source = `import type { Item, Kind } from "shop-api/shop";
export const raised = (items: Item[]): Item[] => items.map((it) => ({ ...it, price: it.price + 1 }));
export function free(item: Item): Item { return Object.assign(item, { price: 0 }); }
export class Sample implements Item { name = "Lamp"; price = 1; kind: Kind = { ".tag": "plain" }; }
export const isRare = (it: Kind | { ".tag": "rare" }): boolean => it[".tag"] === "rare";
export const both = (it: Item & { cost: number }): number => it.price + it.cost;
export const text = (it: Item, price?: number): Item => ({ ...it, ...(price ? { price } : {}) });
`;
    const now = shop.replace("price UInt32", "cost UInt32").replace("    rare", "    scarce");
    const folder = application(now, source);
    const { stdout, code } = await ashlar(["migrate", "old.stone", "now.stone", "app"], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toContain("In app/tsconfig.json: 5 places that break, 0 to look at");
    const listed = [...stdout.matchAll(/ {4}app\/program\.ts:(\d+):\d+/g)].map(([, line]) => Number(line));
    expect(listed).toEqual([2, 3, 4, 6, 5]);
    expect(read(folder)).toBe(
      source.replace("it.price + 1", "it.cost + 1").replace("{ price } : {}", "{ cost: price } : {}"),
    );
  });

  test("CODE-20: a new name that the file uses for something else is imported under the old name", async () => {
    const folder = application(
      shop.replace("route sell", "route give_away"),
      `import { sell } from "shop-api/shop";\nconst giveAway = 1;\nexport const all = [sell, giveAway];\n`,
    );
    await ashlar(["migrate", "old.stone", "now.stone", "app"], { cwd: folder });
    expect(read(folder)).toBe(
      `import { giveAway as sell } from "shop-api/shop";\nconst giveAway = 1;\nexport const all = [sell, giveAway];\n`,
    );
  });

  test("CODE-20: with --successors, a deprecated route becomes its successor if that takes and returns the same, and is listed otherwise", async () => {
    const now = `${shop
      .replace("route sell(Item, Note, Void)", "route sell(Item, Note, Void) deprecated by give")
      .replace(
        "route buy(Item, Note, BuyError)",
        "route buy(Item, Note, BuyError) deprecated by find_item",
      )}route give(Item, Note, Reason)\n`;
    const source = `import { createClient } from "shop-api";
const client = createClient({ hosts: "https://shop.example" });
export const all = [client.shop.sell({ name: "Lamp" }), client.shop.buy({ name: "Lamp" })];
`;
    const folder = application(now, source);
    const run = (...args: string[]): ReturnType<typeof ashlar> =>
      ashlar(["migrate", "old.stone", "now.stone", "app", ...args], { cwd: folder });
    expect(await run()).toMatchObject({ code: 0, stdout: "No name has to be changed.\n" });
    const { code, stdout } = await run("--successors");
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^Changed 1 name in 1 file\.\n/)]);
    expect(stdout).toContain("`shop/buy` is deprecated now, by `shop/find_item`.");
    expect(read(folder)).toBe(source.replace("sell", "give"));
  });

  test("CODE-20: the tag of a subtype is renamed if the subtype has another tag now", async () => {
    const tree =
      "namespace shop\n\nstruct Item\n    union\n        book Book\n        film Film\n    name String\n\nstruct Book extends Item\n    pages UInt32\n\nstruct Film extends Item\n    minutes UInt32\n\nroute find(Void, Item, Void)\n";
    const source = `import type { Item, ItemBook } from "shop-api/shop";
import { match } from "shop-api";
export const pages = (item: Item): number => (item[".tag"] === "book" ? item.pages : 0);
export const size = (item: Item): number => match(item, { book: (it: ItemBook) => it.pages, _: () => 0 });
`;
    const folder = application(
      tree.replace("book Book", "volume Volume").replace("struct Book", "struct Volume"),
      source,
      {
        old: tree,
      },
    );
    expect(await ashlar(["migrate", "old.stone", "now.stone", "app"], { cwd: folder })).toMatchObject({ code: 0 });
    expect(read(folder)).toBe(
      source.replaceAll("ItemBook", "ItemVolume").replace('"book"', '"volume"').replace("{ book:", "{ volume:"),
    );
  });

  test("CODE-20: a route that is gone becomes the one by which it was deprecated", async () => {
    const old = `${shop.replace("route sell(Item, Note, Void)", "route sell(Item, Note, Void) deprecated by give")}route give(Item, Note, Void)\n`;
    const source = `import { createClient } from "shop-api";
const client = createClient({ hosts: "https://shop.example" });
export const call = client.shop.sell({ name: "Lamp" });
`;
    const folder = application(old.replace(/route sell.*\n/, ""), source);
    writeFileSync(join(folder, "old.stone"), old);
    const { code } = await ashlar(["migrate", "old.stone", "now.stone", "app"], { cwd: folder });
    expect([code, read(folder)]).toEqual([0, source.replace("sell", "give")]);
    const renames = application(
      old
        .replace(/route sell.*\n/, "")
        .replace("route give", "route donate")
        .replaceAll("Note", "Memo"),
      source,
      { old },
    );
    expect(await ashlar(["migrate", "old.stone", "now.stone", "app"], { cwd: renames })).toMatchObject({ code: 0 });
    expect(read(renames)).toBe(source.replace("sell", "donate"));
    const other = old.replace("route give(Item, Note, Void)", "route give(Item, Note, Reason)");
    writeFileSync(join(folder, "old.stone"), old);
    writeFileSync(
      join(folder, "now.stone"),
      other.replace(/route sell.*\n/, "").replace("give(Item, Note", "give(Note, Note"),
    );
    writeFileSync(join(folder, "app/program.ts"), source);
    commit(folder);
    const { stdout } = await ashlar(["migrate", "old.stone", "now.stone", "app"], { cwd: folder });
    expect(stdout).toContain("`shop/sell` is gone, after it was deprecated by `shop/give`");
    expect(stdout).toContain("Call `shop/give`.");
  });

  test("CODE-20: handlers of a deprecated route stay with --successors, as servers still need them", async () => {
    const now = `${shop.replace("route sell(Item, Note, Void)", "route sell(Item, Note, Void) deprecated by give")}route give(Item, Note, Void)\n`;
    const source = `import { createClient } from "shop-api";
import type { ShopHandlers } from "shop-api/server";
export const handlers: Partial<ShopHandlers<unknown>> = { sell: async () => ({ text: "" }) };
export const call = createClient({ hosts: "https://shop.example" }).shop.sell({ name: "Lamp" });
`;
    const folder = application(now, source);
    const { code } = await ashlar(["migrate", "old.stone", "now.stone", "app", "--successors"], { cwd: folder });
    expect([code, read(folder)]).toEqual([0, source.replace("shop.sell(", "shop.give(")]);
  });

  test("CODE-20: an object that has the new name already, such as handlers of both routes, is listed", async () => {
    const source = `import type { ShopHandlers } from "shop-api/server";
export const handlers: Partial<ShopHandlers<unknown>> = {
  async sell() { return { text: "" }; },
  // @ts-expect-error the route is new
  async giveAway() { return { text: "" }; },
};
`;
    const folder = application(shop.replace("route sell", "route give_away"), source);
    const { code, stdout } = await ashlar(["migrate", "old.stone", "now.stone", "app"], { cwd: folder });
    expect([code, read(folder)]).toEqual([1, source]);
    expect(stdout).toContain("app/program.ts:3:9");
  });

  test("CODE-20: names that the configuration states now, and did not state at the old revision, are renamings", async () => {
    const source = `import type { Item } from "shop-api/shop";\nexport const name = (item: Item): string => item.name;\n`;
    const folder = application(shop, source);
    const names = { names: { types: { "shop.Item": "Thing" } } };
    writeFileSync(join(folder, "ashlar.config.json"), JSON.stringify({ ...config, ...names }));
    const { code, stderr } = await ashlar(["migrate", "git:HEAD", "now.stone", "app"], { cwd: folder });
    expect([code, stderr]).toEqual([0, ""]);
    expect(read(folder)).toBe(source.replaceAll("Item", "Thing"));
  });

  test("CODE-21: what has no right answer is listed with its reason and what to do, at the place where it is now", async () => {
    const folder = application(
      renamed.replace("struct Memo\n", "struct Memo\n    size UInt32\n"),
      `import type { shop } from "shop-api";
export const pair: [shop.Kind[], shop.Note] = [[], { text: "" }];
export const text = (value: shop.Item | { price: string }): unknown => value.price;
`,
    );
    const { code, stdout } = await ashlar(["migrate", "old.stone", "now.stone", "app"], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toContain("Changed 1 name in 1 file.\n");
    expect(stdout).toMatch(/`shop\.Note` is gone.*\. Use another type\.\n/);
    expect(stdout).toContain("app/program.ts:2:41 ");
    expect(stdout).toMatch(/`shop\.Item\.price` has another name .*\. Use the new name\.\n/);
    expect(stdout).toContain("app/program.ts:3:78 ");
    expect(read(folder)).toContain("[shop.Rarity[], shop.Note]");
  });

  test("CODE-21: a file with uncommitted changes, or outside of Git, is not changed without --force", async () => {
    const source = `import type { shop } from "shop-api";\nexport type Kinds = shop.Kind[];\n`;
    const folder = application(renamed, source);
    writeFileSync(join(folder, "app/program.ts"), `\uFEFF${source}// new\r\n`);
    const run = (...args: string[]): ReturnType<typeof ashlar> =>
      ashlar(["migrate", "old.stone", "now.stone", "app", ...args], { cwd: folder });
    const refused = await run();
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("Nothing was changed, because these files are not committed to Git: app/program.ts."),
    ]);
    expect(read(folder)).toContain("shop.Kind[]");
    chmodSync(join(folder, "app/program.ts"), 0o640);
    expect((await run("--force")).code).toBe(0);
    expect(read(folder)).toBe(`\uFEFF${source.replace("shop.Kind", "shop.Rarity")}// new\r\n`);
  });
});
