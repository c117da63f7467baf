import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);

/** The blocks of code of the README in a language. */
async function blocks(language: string): Promise<string[]> {
  const text = await readFile("README.md", "utf8");
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, "g"))].map(([, code = ""]) => code);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

describe("the tour of the README", () => {
  let folder: string;
  let server: ChildProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "ashlar-readme-"));
    const [spec = ""] = await blocks("stone");
    const [client = "", serving = ""] = await blocks("ts");
    const port = String(await freePort());
    await writeFile(join(folder, "greeter.stone"), spec);
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    for (const [name, code] of Object.entries({ client, server: serving })) {
      await writeFile(join(folder, `${name}.ts`), code.replaceAll("8080", port));
    }
    const main = resolve("dist/cli/main.js");
    await run(process.execPath, [main, "generate", "greeter.stone", "--out", "greeter-api"], { cwd: folder });
    await mkdir(join(folder, "node_modules"));
    await symlink(join(folder, "greeter-api"), join(folder, "node_modules/greeter-api"));
    await symlink(resolve("node_modules/@types"), join(folder, "node_modules/@types"));
    await symlink(resolve("node_modules/undici-types"), join(folder, "node_modules/undici-types"));
  }, 60_000);

  afterAll(async () => {
    server.kill();
    await rm(folder, { recursive: true, force: true });
  });

  test("is correct TypeScript", () => {
    const program = ts.createProgram([join(folder, "client.ts"), join(folder, "server.ts")], {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: ["node"],
      typeRoots: [join(folder, "node_modules/@types")],
    });
    const problems = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
    expect(problems).toEqual([]);
  });

  test("runs: the server greets the client", async () => {
    for (const name of ["client", "server"]) {
      const code = ts.transpileModule(await readFile(join(folder, `${name}.ts`), "utf8"), {
        compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
      });
      await writeFile(join(folder, `${name}.js`), code.outputText);
    }
    server = spawn(process.execPath, [join(folder, "server.js")], { stdio: "inherit" });
    let output = "";
    for (let attempt = 0; attempt < 100 && output === ""; attempt++) {
      // Until the server listens.
      output = await run(process.execPath, [join(folder, "client.js")]).then(
        ({ stdout }) => stdout,
        () => "",
      );
    }
    expect(output).toBe("How good to see you, Ada!\n");
  });
});
