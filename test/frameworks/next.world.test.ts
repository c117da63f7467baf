import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { configurations } from "./configurations.js";
import { writeDocumented } from "./documented-application.js";
import { hasNext, nextFolder } from "./next-folder.js";

const run = promisify(execFile);
const next = join(nextFolder, "node_modules/next/dist/bin/next");

test.skipIf(!hasNext)(
  "an application of Next as the documentation shows it is built, with a tsconfig.json that finds the sources, and answers",
  { timeout: 300_000 },
  async () => {
    // Its packages are above: Next does not follow links to folders outside of its root.
    const folder = await mkdtemp(join(nextFolder, "application-"));
    onTestFinished(() => rm(folder, { recursive: true, maxRetries: 3 }));
    await writeDocumented("docs/next.md", folder, configurations["create-next-app"]);
    await writeFile(
      join(folder, "next.config.mjs"),
      `export default { turbopack: { root: ${JSON.stringify(nextFolder)} } };`,
    );
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1", API_URL: url };
    const { stdout } = await run(process.execPath, [next, "build"], { cwd: folder, env });
    expect(stdout).toContain("ƒ /2/[...path]");

    const server = spawn(process.execPath, [next, "start", "-p", String(port)], { cwd: folder, env });
    onTestFinished(async () => {
      server.kill();
      await once(server, "exit");
    });
    for (let output = ""; !output.includes("Ready");) {
      const [chunk] = (await once(server.stdout, "data")) as [Buffer];
      output += chunk.toString();
    }
    const greeting = await fetch(`${url}/2/greeter/greet`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{ "name": "Ada", "style": "warm" }',
    });
    expect(await greeting.json()).toEqual({ text: "Dear Ada!" });
    expect(await (await fetch(url)).text()).toContain("<h1>Hello, server.</h1>");
  },
);

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
