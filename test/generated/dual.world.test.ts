import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compilerErrors } from "../support/compiler-errors.js";
import { generatePackage } from "../../src/project/generate/generate-package.js";
import { writeFolder } from "../../src/project/output/output-folder.js";

const run = promisify(execFile);

const spec = `namespace shop

struct Item
    name String
    price UInt32 = 1

struct Status
    async_job_id String

union ShopError
    closed

route buy(Item, Void, ShopError)
    "Buys an item."
`;

/** A namespace that has the name of the folder for CommonJS. */
const clash = `namespace cjs

import shop

struct Box
    item shop.Item
`;

describe('a package with modules: "dual"', () => {
  let folder: string;
  let packed: Buffer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "ashlar-dual-"));
    const api = join(folder, "node_modules/shop-api");
    const config = { specs: "x.stone", out: api, modules: "dual", package: { name: "shop-api" } } as const;
    const { files } = await generatePackage({ config, directory: folder, specs: [
      { path: "shop.stone", text: spec },
      { path: "cjs.stone", text: clash },
    ] });
    await writeFolder(api, files ?? [], new AbortController().signal);
    const command = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
    const { stdout } = await run("npm", command, { cwd: api });
    const [tarball] = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>);
    packed = await readFile(join(folder, tarball?.filename ?? ""));
    await mkdir(join(folder, "node_modules/@types"), { recursive: true });
    await symlink(resolve("node_modules/@types/node"), join(folder, "node_modules/@types/node"));
    await symlink(resolve("node_modules/undici-types"), join(folder, "node_modules/undici-types"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("a dual package has nothing that publint minds", async () => {
    const { messages, pkg } = await publint({ pack: { tarball: Uint8Array.from(packed).buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  test("a dual package has types that are right for every way to import it, node10 and CommonJS included", async () => {
    const result = await checkPackage(createPackageFromTarballData(Uint8Array.from(packed)));
    expect(result.types).not.toBe(false);
    expect("problems" in result && result.problems).toEqual([]);
    const entries = "entrypoints" in result ? Object.keys(result.entrypoints) : [];
    expect(entries).toEqual(expect.arrayContaining([".", "./server", "./server/node", "./oauth", "./shop", "./cjs_"]));
  });

  /** Runs code as CommonJS where `require()` of ES modules fails, as it does in Jest and in earlier versions of Node. */
  async function runCommonJs(code: string, extension = "cjs"): Promise<string> {
    const path = join(folder, `run.${extension}`);
    await writeFile(path, code);
    return (await run(process.execPath, ["--no-experimental-require-module", path])).stdout;
  }

  test("a dual package can be required where ES modules cannot", async () => {
    const output = await runCommonJs(`
      const { createClient, RouteError } = require("shop-api");
      const { decodeItem } = require("shop-api/shop");
      const { decodeBox } = require("shop-api/cjs_");
      const { toNodeListener } = require("shop-api/server/node");
      const { createHandler } = require("shop-api/server");
      const { OAuthError } = require("shop-api/oauth");
      const client = createClient({ hosts: "http://127.0.0.1:1" });
      console.log(typeof client.shop.buy, RouteError.name, decodeItem({ name: "ink" }), decodeBox({ item: { name: "x" } }));
      console.log([toNodeListener, createHandler, OAuthError].map((value) => typeof value).join());
    `);
    expect(output).toBe(
      "function RouteError { name: 'ink', price: 1 } { item: { name: 'x', price: 1 } }\nfunction,function,function\n",
    );
  });

  test("a dual package gives ES modules to those who import it, with all names", async () => {
    const output = await runCommonJs(
      `import * as api from "shop-api";
       import { decodeItem } from "shop-api/shop";
       import * as commonJs from "./node_modules/shop-api/dist/cjs/index.js";
       const names = (module) => Object.keys(module).filter((name) => !["default", "module.exports", "__esModule"].includes(name)).sort().join();
       console.log(api.createClient === commonJs.createClient, names(api) === names(commonJs), typeof decodeItem);`,
      "mjs",
    );
    expect(output).toBe("false true function\n");
  });

  test("a dual package knows its errors by their brands, whichever of its two copies has made them", async () => {
    const output = await runCommonJs(
      `import { createRequire } from "node:module";
       import * as esm from "shop-api";
       import { buy, decodeItem, encodeItem } from "shop-api/shop";
       import * as esmServer from "shop-api/server";
       import * as esmOauth from "shop-api/oauth";
       const require = createRequire(import.meta.url);
       const cjs = require("shop-api");
       const cjsShop = require("shop-api/shop");
       const cjsServer = require("shop-api/server");
       const cjsOauth = require("shop-api/oauth");

       const answer = (status, body) => async () => new Response(body, { status });
       const failed = async (fetch) => cjs.createClient({ hosts: "http://shop.example", accessToken: "x", fetch })
         .shop.buy({ name: "ink" }).then(() => undefined, (thrown) => thrown);
       const closed = await failed(answer(409, '{"error_summary":"closed/.","error":{".tag":"closed"}}'));
       const limited = await failed(answer(429, ""));
       const checks = {
         copies: esm.RouteError !== cjs.RouteError,
         instance: closed instanceof esm.RouteError && closed instanceof cjs.RouteError,
         family: closed instanceof esm.ApiError && closed instanceof esm.ResponseError,
         others: closed instanceof esm.RateLimitError || limited instanceof esm.RouteError,
         limited: limited instanceof esm.RateLimitError,
         isRouteError: esm.isRouteError(closed, buy) && cjs.isRouteError(closed, cjsShop.buy) && esm.isApiError(closed),
       };
       const thrown = (run) => { try { run(); } catch (error) { return error; } };
       checks.decode = thrown(() => cjsShop.decodeItem({})) instanceof esm.DecodeError;
       checks.encode = thrown(() => cjsShop.encodeItem({})) instanceof esm.EncodeError;
       checks.notEncode = thrown(() => cjsShop.decodeItem({})) instanceof esm.EncodeError;
       checks.oauth = new cjsOauth.OAuthError("no", { reason: "refused" }) instanceof esmOauth.OAuthError;
       class Own extends esm.RouteError {}
       checks.subclass = closed instanceof Own;

       // A handler of one copy fails with what the other copy has made.
       const handler = esmServer.createHandler({
         authenticate: () => ({}),
         shop: { buy: async () => { throw cjsServer.routeError(cjsShop.buy, "closed"); } },
       });
       const request = new Request("http://x/2/shop/buy", {
         method: "POST", headers: { authorization: "Bearer x", "content-type": "application/json" }, body: '{"name":"ink"}',
       });
       checks.served = (await handler(request)).status;
       console.log(JSON.stringify(checks));`,
      "mjs",
    );
    expect(JSON.parse(output)).toEqual({
      copies: true,
      instance: true,
      family: true,
      others: false,
      limited: true,
      isRouteError: true,
      decode: true,
      encode: true,
      notEncode: false,
      oauth: true,
      subclass: false,
      served: 409,
    });
  });

  test.each([
    ["TypeScript 7", "--module node16 from .cts", "typescript-newest", "cts", { module: "node16" }],
    ["TypeScript 7", "--module nodenext from .cts", "typescript-newest", "cts", { module: "nodenext" }],
    ["TypeScript 7", "--module nodenext from .mts", "typescript-newest", "mts", { module: "nodenext" }],
    ["TypeScript 5.9", "--moduleResolution node10", "typescript", "ts", { module: "commonjs", moduleResolution: "node10" }],
  ] as const)("%s compiles what uses a dual package with %s, and the outcome runs", async (_, __, compiler, extension, options) => {
    const project = await mkdtemp(join(folder, "typescript-"));
    await writeFile(
      join(project, `main.${extension}`),
      `import { createClient, isRouteError } from "shop-api";
import { buy, decodeItem, type Item } from "shop-api/shop";
import { createHandler, unimplemented } from "shop-api/server";
import { toNodeListener } from "shop-api/server/node";

const item: Item = decodeItem({ name: "ink" });
const client = createClient({ hosts: "http://127.0.0.1:1" });
export const listener = toNodeListener(createHandler({ authenticate: () => ({}), ...unimplemented }));
export async function order(): Promise<string> {
  try {
    await client.shop.buy(item);
  } catch (thrown) {
    return isRouteError(thrown, buy) ? thrown.error[".tag"] : "no network";
  }
  return "bought";
}
console.log(item.price);
`,
    );
    const compilerOptions = { target: "es2022", strict: true, types: ["node"], ...options };
    expect(await compilerErrors(compiler, project, { compilerOptions, include: [`main.${extension}`] })).toBe("");
    const script = join(project, `main.${extension.replace("ts", "js")}`);
    expect((await run(process.execPath, ["--no-experimental-require-module", script])).stdout).toBe("1\n");
  });
});
