import { execFile } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { compilerErrors } from "../support/compiler-errors.js";
import { generatedPackage, packageFolder, type Exports } from "../support/packages.js";
import { ashlar, folderWith, type Outcome } from "./command-line.js";

const run = promisify(execFile);

const shop = `namespace shop

route buy(Void, Void, Void)
    "Buys something. Nobody knows what."

route sell/all(String, String, Void)
`;
const refund = `
route refund(Void, Void, Void)
    "Gives money back."
`;
const config = '{ "specs": ["spec"], "package": { "name": "shop-api" } }';

/** A folder with a specification and the files given, and what runs there. */
function project(files: Readonly<Record<string, string>> = {}): {
  folder: string;
  scaffold: (...args: string[]) => Promise<Outcome>;
  read: (path: string) => string;
  write: (path: string, text: string) => void;
} {
  const folder = folderWith({ "ashlar.config.json": config, "spec/shop.stone": shop, ...files });
  return {
    folder,
    scaffold: (...args) => ashlar(["scaffold", ...args], { cwd: folder }),
    read: (path) => readFileSync(join(folder, path), "utf8"),
    write: (path, text) => writeFileSync(join(folder, path), text),
  };
}

/** All files of a folder with their texts. */
function snapshot(folder: string): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** What the compiler says of handlers for the package of spec, which it compiles into `built`. */
async function complaints(folder: string): Promise<string> {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(await packageFolder("spec"), join(folder, "node_modules/spec-api"));
  const compilerOptions = {
    target: "es2022",
    module: "nodenext",
    rootDir: join(folder, "handlers"),
    outDir: join(folder, "built"),
    types: ["node"],
    typeRoots: [resolve("node_modules/@types")],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noImplicitReturns: true,
    isolatedModules: true,
    isolatedDeclarations: true,
    declaration: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
  };
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return compilerErrors("typescript-newest", folder, { compilerOptions, include: ["handlers"] });
}

describe("ashlar scaffold, the first time", () => {
  test("ashlar scaffold writes a file for each namespace with routes, one for the context and one for the server", async () => {
    const { folder, scaffold, read } = project({ "spec/types.stone": "namespace types\n\nalias Id = String\n" });
    const { code, stdout, stderr } = await scaffold();
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: "Wrote handlers/shop.ts.\nWrote handlers/context.ts.\nWrote handlers/server.ts.\n",
      stderr: "",
    });
    expect(readdirSync(join(folder, "handlers")).sort()).toEqual(["context.ts", "server.ts", "shop.ts"]);
    expect(read("handlers/shop.ts")).toBe(`import { type ShopHandlers, notImplemented } from "shop-api/server";
import type { Context } from "./context.js";

export const shop: ShopHandlers<Context> = {
  /** Buys something. */
  async buy(caller, request) {
    throw notImplemented(caller, request);
  },

  async sellAll(arg, caller, request) {
    throw notImplemented(arg, caller, request);
  },
};
`);
  });

  test("ashlar scaffold writes what compiles at once, under every strict flag, and answers every call with 501", async () => {
    const folder = folderWith({});
    const { code } = await ashlar(["scaffold", "spec", "--package", "spec-api", "--out", join(folder, "handlers")]);
    expect(code).toBe(0);
    expect(await complaints(folder)).toBe("");
    const load = async (name: string): Promise<Exports> =>
      (await import(pathToFileURL(join(folder, "built", name)).href)) as Exports;
    const { authenticate } = await load("context.js");
    const { auth } = await load("auth.js");
    const { files } = await load("files.js");
    const { createHandler } = await generatedPackage("spec", "server");
    const handler = createHandler({ authenticate, auth, files });
    const headers = { Authorization: "Bearer x", "Content-Type": "application/json" };
    const call = (path: string, request: RequestInit): Promise<Response> =>
      handler(new Request(`http://localhost/2/${path}`, { method: "POST", ...request }));
    const revoked = await call("auth/token/revoke", { headers: { Authorization: "Bearer x" } });
    expect([revoked.status, await revoked.text()]).toEqual([501, "This function is not implemented"]);
    const copied = await call("files/copy", { headers, body: '{"from_path":"/a","to_path":"/b"}' });
    expect(copied.status).toBe(501);
    expect((await call("files/copy", { body: "{}" })).status).toBe(401);
  });

  test("ashlar scaffold takes the folder and the package from the command line", async () => {
    const { read, scaffold } = project();
    await scaffold("spec", "--out", "src/api", "--package", "@me/shop");
    expect(read("src/api/shop.ts")).toContain('from "@me/shop/server"');
    expect(read("src/api/server.ts")).toContain('from "@me/shop/server/node"');
  });

  test("ashlar scaffold keeps a namespace apart from the files that are no namespaces", async () => {
    const { folder, scaffold, read } = project({
      "spec/a.stone": "namespace context\n\nroute r(Void, Void, Void)\n",
      "spec/b.stone": "namespace server\n\nroute r(Void, Void, Void)\n",
    });
    expect((await scaffold()).code).toBe(0);
    const names = readdirSync(join(folder, "handlers")).sort();
    expect(names).toEqual(["context.ts", "context_.ts", "server.ts", "server_.ts", "shop.ts"]);
    expect(read("handlers/server.ts")).toContain('import { context } from "./context_.js";');
  });

  test("ashlar scaffold writes nothing for a specification with errors", async () => {
    const { folder, scaffold } = project({ "spec/wrong.stone": "namespace wrong\n\nroute r(Nothing, Void, Void)\n" });
    const { code, stderr } = await scaffold();
    expect(code).toBe(1);
    expect(stderr).toContain("unknown-type");
    expect(readdirSync(folder)).not.toContain("handlers");
  });
});

describe("ashlar scaffold, later", () => {
  test("ashlar scaffold changes nothing if nothing is new", async () => {
    const { folder, scaffold } = project();
    await scaffold();
    const before = snapshot(join(folder, "handlers"));
    expect(await scaffold()).toEqual({ code: 0, stdout: "handlers has a handler for every route.\n", stderr: "" });
    expect(snapshot(join(folder, "handlers"))).toEqual(before);
  });

  test("ashlar scaffold adds new routes to a file that somebody has edited, and says so", async () => {
    const { scaffold, read, write } = project();
    await scaffold();
    const edited = read("handlers/shop.ts").replace(
      "async buy(caller, request) {\n    throw notImplemented(caller, request);",
      "async buy () {  /* mine */",
    );
    write("handlers/shop.ts", edited);
    write("handlers/context.ts", "// all mine\n");
    write("spec/shop.stone", shop + refund);
    expect(await scaffold()).toEqual({ code: 0, stdout: "Added to handlers/shop.ts: refund.\n", stderr: "" });
    const stub =
      "\n  /** Gives money back. */\n  async refund(caller, request) {\n    throw notImplemented(caller, request);\n  },\n};\n";
    expect(read("handlers/shop.ts")).toBe(edited.replace(/\};\n$/, stub));
    expect(read("handlers/context.ts")).toBe("// all mine\n");
  });

  test("ashlar scaffold reports handlers whose routes are gone, and keeps them", async () => {
    const { scaffold, read, write } = project({ "spec/shop.stone": shop + refund });
    await scaffold();
    const before = read("handlers/shop.ts");
    write("spec/shop.stone", shop);
    expect(await scaffold()).toEqual({
      code: 0,
      stdout: "",
      stderr: "handlers/shop.ts has handlers without a route: refund. Remove them, or restore their routes.\n",
    });
    expect(read("handlers/shop.ts")).toBe(before);
    expect((await scaffold("--check")).code).toBe(1);
  });

  test("ashlar scaffold --check writes nothing, and exits with 1 if handlers and routes differ", async () => {
    const { scaffold, read, write } = project();
    expect(await scaffold("--check")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("handlers/shop.ts is missing. Run `ashlar scaffold`.\n") as string,
    });
    await scaffold();
    const before = read("handlers/shop.ts");
    expect(await scaffold("--check")).toEqual({
      code: 0,
      stdout: "handlers has a handler for every route.\n",
      stderr: "",
    });
    write("spec/shop.stone", shop + refund);
    expect(await scaffold("--check")).toEqual({
      code: 1,
      stdout: "",
      stderr: "handlers/shop.ts has no handlers for: refund. Run `ashlar scaffold`.\n",
    });
    expect(read("handlers/shop.ts")).toBe(before);
  });

  test("ashlar scaffold writes the file of a new namespace, and says what must be changed by hand", async () => {
    const { scaffold, read, write } = project();
    await scaffold();
    const server = read("handlers/server.ts");
    write("spec/bank.stone", "namespace bank\n\nroute pay(Void, Void, Void)\n");
    expect(await scaffold()).toEqual({
      code: 0,
      stdout: "Wrote handlers/bank.ts.\n",
      stderr: "Pass the new handlers `bank` to createHandler in handlers/server.ts.\n",
    });
    expect(read("handlers/server.ts")).toBe(server);
  });

  test("ashlar scaffold leaves a broken file alone, says what to add, and does the others", async () => {
    const { scaffold, read, write } = project();
    await scaffold();
    const broken = read("handlers/shop.ts").replace("sellAll(arg,", "sellAll( {");
    write("handlers/shop.ts", broken);
    write("spec/shop.stone", shop + refund);
    write("spec/bank.stone", "namespace bank\n\nroute pay(Void, Void, Void)\n");
    const { code, stdout, stderr } = await scaffold();
    expect({ code, stdout }).toEqual({ code: 1, stdout: "Wrote handlers/bank.ts.\n" });
    expect(stderr).toContain("handlers/shop.ts was not changed. It is not correct TypeScript: ");
    expect(stderr).toContain("  async refund(caller, request) {\n    throw notImplemented(caller, request);\n  },\n");
    expect(read("handlers/shop.ts")).toBe(broken);
  });

  test("ashlar scaffold keeps permissions and links of the files that it adds to", async () => {
    const { folder, scaffold, read, write } = project();
    await scaffold();
    write("elsewhere.ts", read("handlers/shop.ts"));
    chmodSync(join(folder, "elsewhere.ts"), 0o600);
    await run("ln", ["-sf", "../elsewhere.ts", join(folder, "handlers/shop.ts")]);
    write("spec/shop.stone", shop + refund);
    await scaffold();
    expect(lstatSync(join(folder, "handlers/shop.ts")).isSymbolicLink()).toBe(true);
    expect(statSync(join(folder, "elsewhere.ts")).mode & 0o777).toBe(0o600);
    expect(read("elsewhere.ts")).toContain("refund(caller, request)");
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});

describe("ashlar scaffold fails with 2 and changes nothing", () => {
  test("ashlar scaffold fails with 2 and changes nothing where a folder of that name cannot be", async () => {
    const { scaffold, read } = project({ handlers: "a file" });
    const { code, stderr } = await scaffold();
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: Files cannot be written to .*handlers: /);
    expect(read("handlers")).toBe("a file");
  });

  test("ashlar scaffold fails with 2 and changes nothing where nothing may be written", async (context) => {
    context.skip(process.getuid?.() === 0, "root may write everywhere");
    const { folder, scaffold, write } = project();
    await scaffold();
    const before = snapshot(join(folder, "handlers"));
    write("spec/shop.stone", shop + refund);
    chmodSync(join(folder, "handlers"), 0o500);
    const { code, stderr } = await scaffold();
    chmodSync(join(folder, "handlers"), 0o700);
    expect(code).toBe(2);
    expect(stderr).toContain("permission is denied");
    expect(snapshot(join(folder, "handlers"))).toEqual(before);
  });

  test("ashlar scaffold fails with 2 and changes nothing where one of several files cannot be written", async () => {
    const { folder, scaffold } = project();
    // The name is taken, so that the last file cannot be moved to its place.
    mkdirSync(join(folder, "handlers/server.ts"), { recursive: true });
    const { code, stderr } = await scaffold();
    expect(code).toBe(2);
    expect(stderr).toContain("it is a folder");
    expect(readdirSync(join(folder, "handlers"))).toEqual(["server.ts"]);
  });

  test("ashlar scaffold fails with 2 without anything to read, and says what to write instead", async () => {
    const { code, stderr } = await ashlar(["scaffold"], { cwd: folderWith({}) });
    expect(code).toBe(2);
    expect(stderr).toContain("Run `ashlar scaffold spec --package shop-api`");
  });
});

test("ashlar scaffold --help has examples", async () => {
  const { code, stdout } = await ashlar(["scaffold", "--help"]);
  expect(code).toBe(0);
  expect(stdout).toContain("ashlar scaffold spec --package shop-api");
});
