import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);

/** The blocks of code of the README's first section with code, in their order. */
async function blocks(): Promise<{ readonly language: string; readonly code: string }[]> {
  const text = await readFile("README.md", "utf8");
  const section = /## Five minutes[^]*?(?=\n## )/.exec(text)?.[0] ?? "";
  return [...section.matchAll(/```(\w+)\n([^]*?)```/g)].map(([, language = "", code = ""]) => ({ language, code }));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** What a newcomer does, in a folder outside the checkout, with Ashlar as npm would deliver it. */
describe("the five minutes of the README", () => {
  let folder: string;
  let tarball: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "ashlar-newcomer-"));
    const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", tmpdir()]);
    const [packed] = Object.values(JSON.parse(stdout) as Record<string, { readonly filename: string }>);
    tarball = join(tmpdir(), packed?.filename ?? "");
  });
  afterAll(() => Promise.all([rm(folder, { recursive: true }), rm(tarball)]));

  test("lead from npm init to a typed call and a handled error", { timeout: 300_000 }, async () => {
    const port = String(await freePort());
    const files = ["server.ts", "client.ts"];
    let output = "";
    for (const { language, code } of await blocks()) {
      const text = code.replaceAll("8080", port);
      if (language === "sh") {
        // Ashlar comes from the tarball, all else from where npm has just had it.
        const script = text.replace("--save-dev ashlar ", `--save-dev --prefer-offline ${tarball} `);
        output = (await run("sh", ["-ec", script], { cwd: folder })).stdout;
      } else if (language === "stone") {
        expect(await readFile(join(folder, "spec/greeter.stone"), "utf8")).toBe(text);
      } else {
        await writeFile(join(folder, files.shift() ?? ""), text);
      }
    }
    expect(output).toBe("How good to see you, Ada!\nMallory is not greeted\n");
    expect(existsSync(join(folder, "generated/README.md"))).toBe(true);
  });
});
