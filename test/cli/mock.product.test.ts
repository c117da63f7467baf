import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { ashlar, binary, folderWith } from "./command-line.js";

const spec = `namespace shop

struct Item
    id String
    name String
    example default
        id = "i"
        name = "Hammer"
struct GetArg
    id String
    example default
        id = "i"
union GetError
    not_found
route get(GetArg, Item, GetError)
`;

const children: ChildProcess[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill("SIGKILL")));

/** A running `ashlar mock`: its address, and all that it has printed. */
async function mock(
  folder: string,
  ...args: readonly string[]
): Promise<{ url: string; printed: () => string; child: ChildProcess }> {
  const child = spawn(process.execPath, [binary, "mock", "--port", "0", ...args], {
    cwd: folder,
    env: { ...process.env, TMPDIR: folder },
  });
  children.push(child);
  let text = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error(text)));
    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      resolve();
    });
  });
  return { url: text.split("\n", 1)[0] ?? "", printed: () => text, child };
}

function call(url: string, id: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${url}/2/shop/get`, {
    method: "POST",
    headers: { Authorization: "Bearer any", "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ id }),
  });
}

/** Waits until a condition holds. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("TWIN-3: ashlar mock serves a specification without a configuration, and prints a line for each call", async () => {
  const folder = folderWith({ "shop.stone": spec });
  const { url, printed, child } = await mock(folder, "shop.stone");
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await call(url, "mine")).json()).toEqual({ id: "mine", name: "Hammer" });
  const failed = await call(url, "i", { "Ashlar-Twin": 'error="not_found"' });
  expect(failed.status).toBe(409);
  expect(((await (await fetch(`${url}/__twin/calls`)).json()) as unknown[]).length).toBe(2);
  await until(() => printed().split("\n").length > 3);
  expect(printed()).toBe(`${url}\nPOST shop/get 200\nPOST shop/get 409 not_found\n`);
  child.kill("SIGTERM");
  await new Promise((resolve) => child.once("exit", resolve));
  expect(readdirSync(folder)).toEqual(["shop.stone"]);
});

test("TWIN-3: mock --watch takes up a change of the specification, and keeps the state", async () => {
  const model = `export const model = { item: { type: "shop.Item", key: "id", get: { route: "shop/get" },
    seedData: [{ id: "kept", name: "Saw" }] } };`;
  const folder = folderWith({ "shop.stone": spec, "shop.twin.mjs": model });
  const { url, printed } = await mock(folder, "shop.stone", "--watch", "--model", "shop.twin.mjs");
  expect(await (await call(url, "kept")).json()).toEqual({ id: "kept", name: "Saw" });
  expect((await call(url, "lost")).status).toBe(400);
  const state = { item: { entities: [["new", { id: "new", name: "Axe" }]], count: 1 } };
  await fetch(`${url}/__twin/state`, { method: "PUT", body: JSON.stringify(state) });
  writeFileSync(join(folder, "shop.stone"), `${spec}route ping(Void, Void, Void)\n`);
  await until(() => printed().includes("The specification has changed."));
  expect((await fetch(`${url}/2/shop/ping`, { method: "POST", headers: { Authorization: "Bearer any" } })).status).toBe(
    200,
  );
  expect(await (await call(url, "new")).json()).toEqual({ id: "new", name: "Axe" });
});

test("TWIN-8: an example that the package would refuse is not used, and the mock says so", async () => {
  const wrong = spec.replace(
    "name String\n    example",
    'name String\n    code String(pattern="[a-z]+")?\n    example',
  );
  const folder = folderWith({
    "shop.stone": wrong.replace('name = "Hammer"', 'name = "Hammer"\n        code = "a1"'),
    "ashlar.config.json": JSON.stringify({ specs: "shop.stone", diagnostics: { "example-refused": "off" } }),
  });
  const { url, printed } = await mock(folder);
  expect(printed()).not.toContain("note[");
  expect(await (await call(url, "i")).json()).toMatchObject({ id: "i" });
  const note = "note[example-does-not-fit] shop.Item: The example 'default' is left out at code: the pattern [a-z]+";
  await until(() => printed().includes(note));
});

test("TWIN-21: mock --propose prints a model, with what is weak commented out", async () => {
  const folder = folderWith({
    "shop.stone": `namespace shop
alias ItemId = String
struct Item
    id ItemId
    name String
struct ItemArg
    id ItemId
struct RenameArg extends ItemArg
    name String
struct ItemsArg
    ids List(ItemId)
struct NameArg
    name String
struct Page
    items List(Item)
route items/create(NameArg, Item, Void)
route items/get(ItemArg, Item, Void)
route items/rename(RenameArg, Item, Void)
route items/list(Void, Page, Void)
route items/delete(ItemsArg, Void, Void)
`,
  });
  const { code, stdout } = await ashlar(["mock", "shop.stone", "--propose"], { cwd: folder });
  expect([code, stdout.slice(stdout.indexOf("  item:"))]).toEqual([
    0,
    `  item: {
    type: "shop.Item",
    key: "id",
    // shop/items/create: the result has shop.Item
    create: { route: "shop/items/create" },
    // shop/items/delete: the result does not have shop.Item, ids has the same alias
    // remove: { route: "shop/items/delete", by: "ids" },
    // shop/items/get: the result has shop.Item, id has the same alias
    get: { route: "shop/items/get" },
    // shop/items/list: the result has shop.Item
    list: { route: "shop/items/list" },
    // shop/items/rename: the result has shop.Item, id has the same alias
    update: { route: "shop/items/rename" },
  },
});
`,
  ]);
});

test("TWIN-3: what ashlar mock cannot serve is an error", async () => {
  const folder = folderWith({ "shop.stone": "namespace shop\nroute get(Nothing, Void, Void)\n", "fine.stone": spec });
  expect(await ashlar(["mock", "shop.stone"], { cwd: folder })).toMatchObject({ code: 1, stdout: "" });
  const port = await ashlar(["mock", "fine.stone", "--port", "99999"], { cwd: folder });
  expect([port.code, port.stderr]).toEqual([2, expect.stringContaining("'--port' must be an integer")]);
  const seed = await ashlar(["mock", "fine.stone", "--seed", "x"], { cwd: folder });
  expect([seed.code, seed.stderr]).toEqual([2, expect.stringContaining("'--seed' must be an integer")]);
  const latency = await ashlar(["mock", "fine.stone", "--latency=-1"], { cwd: folder });
  expect([latency.code, latency.stderr]).toEqual([2, expect.stringContaining("'--latency' must be a number")]);
  const model = await ashlar(["mock", "fine.stone", "--model", "none.mjs"], { cwd: folder });
  expect([model.code, model.stderr]).toEqual([2, expect.stringContaining("none.mjs cannot be read")]);
});
