import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { describeWithDropbox } from "../support/describe-with-dropbox.js";
import { generatedPackage, packageFolder } from "../support/packages.js";

const run = promisify(execFile);

/** A section of the page with its program before and after. */
interface Pair {
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

function pairs(): Pair[] {
  const sections = readFileSync("docs/migrating-from-dropbox.md", "utf8").split(/^## /m);
  return sections.flatMap((section) => {
    const [title = ""] = section.split("\n");
    const blocks = [...section.matchAll(/```ts\n([^]*?)```/g)].map(([, code = ""]) => code);
    return blocks.flatMap((before, index) =>
      index % 2 === 0 ? [{ title, before, after: blocks[index + 1] ?? "" }] : [],
    );
  });
}

/** The blocks as one module, which prints the title of a section before what its code prints. */
function program(blocks: readonly (readonly [title: string, code: string])[]): string {
  const imports = blocks.flatMap(([, code]) => code.match(/^import .*$/gm) ?? []);
  const [[, start] = ["", ""], ...others] = blocks.map(([title, code]) => [title, code.replace(/^import .*$/gm, "")]);
  return [
    ...imports,
    'const accessToken = "token";',
    "const content = new Uint8Array(20_000_000).fill(7);",
    start,
    ...others.map(([title = "", code = ""]) => `console.log(${JSON.stringify(`# ${title}`)});\n{\n${code}}`),
  ].join("\n");
}

/** Sends requests to the hosts of the API to a server on this machine, before the program is loaded. */
const redirecting = `const { fetch } = globalThis;
globalThis.fetch = (url, init) => fetch(String(url).replace(/^https:..[a-z]+[.]dropboxapi[.]com/, process.env.SERVER), init);
`;

const file = (name: string): object => ({
  ".tag": "file",
  name,
  id: "id:a4ayc_80_OEAAAAAAAAAXw",
  client_modified: "2015-05-12T15:50:38Z",
  server_modified: "2015-05-12T15:50:38Z",
  rev: "a1c10ce0dd78",
  size: 5,
  path_display: `/${name}`,
});

/** A service with a few files, on the generated server. Returns its URL. */
async function serve(): Promise<string> {
  const { createHandler, routeError, unimplemented } = await generatedPackage("dropbox", "server");
  const { toNodeListener } = await generatedPackage("dropbox", "server/node");
  const { getMetadata, createFolderV2 } = await generatedPackage("dropbox", "files");
  let uploaded = 0;
  let checks = 0;
  const take = async (content: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const piece of content) {
      uploaded += piece.byteLength;
    }
  };
  const files = {
    getMetadata: ({ path }: { path: string }, caller: { selectUser?: string }) => {
      if (path === "/missing.txt") {
        throw routeError(getMetadata, { ".tag": "path", path: { ".tag": "not_found" } });
      }
      return file(caller.selectUser === undefined ? "notes.txt" : `notes of ${caller.selectUser}`);
    },
    createFolderV2: () => {
      throw routeError(createFolderV2, {
        ".tag": "path",
        path: { ".tag": "conflict", conflict: { ".tag": "folder" } },
      });
    },
    listFolder: () => ({ entries: [file("a"), file("b")], cursor: "2", has_more: true }),
    listFolderContinue: () => ({ entries: [file("c")], cursor: "3", has_more: false }),
    download: () => ({ result: file("notes.txt"), content: "hello" }),
    uploadSessionStart: async (_: unknown, content: AsyncIterable<Uint8Array>) => {
      uploaded = 0;
      await take(content);
      return { session_id: "session" };
    },
    uploadSessionAppendV2: (_: unknown, content: AsyncIterable<Uint8Array>) => take(content),
    uploadSessionFinish: async ({ commit }: { commit: { path: string } }, content: AsyncIterable<Uint8Array>) => {
      await take(content);
      return { ...file(`${commit.path.slice(1)} with ${uploaded} bytes`), ".tag": undefined };
    },
    copyBatchV2: () => {
      checks = 0;
      return { ".tag": "async_job_id", async_job_id: "job" };
    },
    copyBatchCheckV2: () => {
      checks += 1;
      return checks === 1
        ? "in_progress"
        : { ".tag": "complete", entries: [{ ".tag": "success", success: file("b") }] };
    },
  };
  const handler = createHandler({
    authenticate: (credentials: object) => credentials,
    ...unimplemented,
    files: {
      ...unimplemented.files,
      ...Object.fromEntries(
        Object.entries(files).map(([name, handle]) => [
          name,
          (...args: [never, never]) => Promise.resolve().then(() => handle(...args)),
        ]),
      ),
    },
  });
  const server = createServer(toNodeListener(handler));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describeWithDropbox("the page about migrating from the dropbox package", () => {
  test("the programs about migrating from the dropbox package print the same before and after, and the latter compile", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ashlar-migrating-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(resolve("node_modules/dropbox"), join(folder, "node_modules/dropbox"));
    symlinkSync(await packageFolder("dropbox"), join(folder, "node_modules/dropbox-api"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const all = pairs();
    expect(all.length).toBeGreaterThanOrEqual(9);
    writeFileSync(join(folder, "before.js"), program(all.map(({ title, before }) => [title, before])));
    writeFileSync(join(folder, "after.ts"), program(all.map(({ title, after }) => [title, after])));
    const tsc = [
      resolve("node_modules/typescript-newest/bin/tsc"),
      "--target",
      "es2022",
      "--module",
      "nodenext",
      "--strict",
    ];
    const types = ["--types", "node", "--typeRoots", resolve("node_modules/@types"), "--skipLibCheck"];
    await run(process.execPath, [...tsc, ...types, "after.ts"], { cwd: folder }).catch((thrown: unknown) => {
      throw new Error((thrown as { stdout: string }).stdout);
    });
    const preload = ["--import", `data:text/javascript,${encodeURIComponent(redirecting)}`];
    const env = { ...process.env, SERVER: await serve() };
    const printed = async (path: string): Promise<string> =>
      (await run(process.execPath, [...preload, path], { cwd: folder, env })).stdout;
    const before = await printed("before.js");
    expect(before).toContain("large.bin with 20000000 bytes");
    expect(await printed("after.js")).toBe(before);
  });
});
