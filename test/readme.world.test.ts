import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

const run = promisify(execFile);

interface Block {
  readonly language: string;
  readonly code: string;
}

/** The blocks of code before the first section of a page, or of all of it, in their order. */
async function blocks(page: string, part: "start" | "all"): Promise<Block[]> {
  const text = await readFile(page, "utf8");
  const [start = ""] = text.split(/^(?=## )/m);
  return [...(part === "start" ? start : text).matchAll(/```(\w+)\n([^]*?)```/g)].map(
    ([, language = "", code = ""]) => ({ language, code }),
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

describe("the example at the beginning of the README", () => {
  test("the example at the beginning of the README compiles, and prints what it says", async () => {
    const folder = await mkdtemp(join(tmpdir(), "ashlar-first-example-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [spec, program] = await blocks("README.md", "start");
    const out = join(folder, "node_modules/library-api");
    await writeFile(join(folder, "library.stone"), spec?.code ?? "");
    await writeFile(
      join(folder, "ashlar.config.json"),
      JSON.stringify({ specs: "library.stone", out, package: { name: "library-api" } }),
    );
    await run(process.execPath, [resolve("dist/cli/main.js"), "generate"], { cwd: folder });

    interface Server {
      readonly createHandler: (handlers: object) => unknown;
      readonly routeError: (route: unknown, error: unknown) => Error;
      readonly toNodeListener: (handler: unknown) => RequestListener;
      readonly find: unknown;
    }
    const files = ["server/index.js", "server/node.js", "library/index.js"];
    const modules = await Promise.all(
      files.map((file) => import(pathToFileURL(join(out, "dist", file)).href) as Promise<object>),
    );
    const { createHandler, routeError, toNodeListener, find } = Object.assign({}, ...modules) as Server;
    const handler = createHandler({
      authenticate: ({ token }: { token?: string }) => token,
      library: {
        find: ({ title }: { title: string }) =>
          title === "Masonry"
            ? Promise.resolve({ title, pages: 320 })
            : Promise.reject(routeError(find, { ".tag": "moved_to", moved_to: "the basement" })),
      },
    });
    const server = createHttpServer(toNodeListener(handler));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const code = program?.code.replace("https://library.example.com", `http://127.0.0.1:${port}`);
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "main.ts"), code ?? "");
    const tsc = [
      resolve("node_modules/typescript-newest/bin/tsc"),
      "--target",
      "es2022",
      "--module",
      "nodenext",
      "--strict",
    ];
    await run(process.execPath, [...tsc, "main.ts"], { cwd: folder });
    const { stdout } = await run(process.execPath, ["main.js"], { cwd: folder });
    expect(stdout).toBe("Masonry has 320 pages.\nQuarries is in the basement.\n");
  });
});

/** What a newcomer does, in a folder outside the checkout, with Ashlar as npm would deliver it. */
describe("the page of five minutes", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "ashlar-newcomer-"));
    await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  test(
    "docs/five-minutes.md leads from npm init to a typed call, a handled error, and a test without a server",
    { timeout: 300_000 },
    async () => {
      const port = String(await freePort());
      const files = ["server.ts", "client.ts", "greeter.test.ts"];
      const outputs: string[] = [];
      for (const { language, code } of await blocks("docs/five-minutes.md", "all")) {
        const text = code.replaceAll("8080", port);
        if (language === "sh") {
          // Node's test runner runs nothing where it finds that another one runs.
          const env = { ...process.env, NODE_TEST_CONTEXT: undefined, npm_config_prefer_offline: "true" };
          outputs.push((await run("sh", ["-ec", text], { cwd: folder, env })).stdout);
        } else if (language === "stone") {
          expect(await readFile(join(folder, "spec/greeter.stone"), "utf8")).toBe(text);
        } else {
          await writeFile(join(folder, files.shift() ?? ""), text);
        }
      }
      expect(outputs.at(-2)).toBe("How good to see you, Ada!\nMallory is not greeted\n");
      expect(outputs.at(-1)).toMatch(/^\S pass 1$/m); // Node 20 says `# pass`, and 24 `ℹ pass`
      expect(existsSync(join(folder, "generated/README.md"))).toBe(true);
    },
  );
});
