import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync, utimesSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, vi } from "vitest";
import { importFrom, type Exports } from "./packages.js";

/** A module that sends requests to Dropbox to a server on this machine instead. */
export const redirecting = `const { fetch } = globalThis;
globalThis.fetch = (url, init) => fetch(String(url).replace(/^https:..[a-z]+[.]dropboxapi[.]com/, process.env.SERVER), init);
`;

/** A server in place of Dropbox until the end of the test. */
interface Dropbox {
  readonly url: string;
  /** The requests for tokens. */
  readonly grants: object[];
}

/** Serves the API with a listener, and tokens: `access-1`, `access-2` and so on. */
export async function serveDropbox(listener: RequestListener): Promise<Dropbox> {
  const grants: object[] = [];
  const server = createServer((request, response) => {
    if (request.url !== "/oauth2/token") {
      listener(request, response);
      return;
    }
    void text(request).then((form) => {
      grants.push(Object.fromEntries(new URLSearchParams(form)));
      const count = grants.length;
      const tokens = { access_token: `access-${count}`, token_type: "bearer", expires_in: 14_400 };
      response.end(JSON.stringify({ ...tokens, ...(count === 1 && { refresh_token: "refresh-1" }) }));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, grants };
}

/** Runs `sync.js` of a folder against the Twin of its package with its model, while files change on both sides. */
export async function followSync(guide: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const generated = join(guide, "generated");
  const { createTwin } = await importFrom(generated, "testing");
  const { createClient } = await importFrom(generated, "");
  const { toNodeListener } = await importFrom(generated, "server/node");
  const { moveV2, uploadSessionAppendV2, upload } = await importFrom(generated, "files");
  const { model } = (await import(pathToFileURL(join(guide, "dropbox-model.js")).href)) as Exports;
  const twin: Exports = createTwin({ model });
  const { url } = await serveDropbox(toNodeListener(twin));
  const { files }: Exports = createClient({ accessToken: "other", hosts: url });
  const [here, there] = [join(guide, "Dropbox"), twin["state"].file];
  await files.createFolderV2({ path: "/Docs" });
  await files.upload({ path: "/Docs/plan.txt" }, "Buy bread");

  const env = { ...process.env, ...environment, SERVER: url };
  const sync = spawn(process.execPath, ["sync.js", "./Dropbox/"], {
    cwd: guide,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  onTestFinished(() => void sync.kill());
  const until = (is: () => boolean): Promise<unknown> => vi.waitUntil(is, { timeout: 500_000, interval: 100 });

  await until(() => existsSync(join(here, "Docs/plan.txt")));
  const large = new Uint8Array(9_000_000).fill(7);
  writeFileSync(join(here, "large.bin"), large);
  await until(() => there.get("/large.bin")?.size === large.length);
  expect(twin["calls"](uploadSessionAppendV2)).toHaveLength(2);
  mkdirSync(join(here, "Data"));
  renameSync(join(here, "large.bin"), join(here, "Data/large.bin"));
  await until(() => there.get("/data/large.bin") !== undefined);
  expect([there.get("/large.bin"), twin["calls"](moveV2).length]).toEqual([undefined, 1]);

  await files.moveV2({ from_path: "/Docs", to_path: "/Old" });
  await until(() => existsSync(join(here, "Old/plan.txt")) && !existsSync(join(here, "Docs/plan.txt")));
  expect(readFileSync(join(here, "Old/plan.txt"), "utf8")).toBe("Buy bread");
  // Two files whose times are equal, as those of an archive, change their names, and the program sees them on the way.
  const [x, y] = [join(here, "Data/x"), join(here, "Data/y")];
  for (const path of [x, y]) {
    writeFileSync(path, path.slice(-1));
    utimesSync(path, 1, 1);
  }
  const textOf = async (path: string): Promise<string | undefined> => {
    const download: Exports = await files.download({ path }).outcome();
    return download["ok"] ? download["value"].text() : undefined;
  };
  await until(() => there.get("/data/x") !== undefined && there.get("/data/y") !== undefined);
  renameSync(x, join(here, "z"));
  await until(() => there.get("/z") !== undefined);
  renameSync(y, x);
  renameSync(join(here, "z"), y);
  await vi.waitUntil(async () => `${await textOf("/Data/x")}${await textOf("/Data/y")}` === "yx", { timeout: 500_000 });

  rmSync(join(here, "Data"), { recursive: true });
  await until(() => ["large.bin", "x", "y"].every((name) => there.get(`/data/${name}`) === undefined));
  await files.deleteV2({ path: "/Old" });
  await until(() => !existsSync(join(here, "Old")));
  // What one side did has not been done again: the only upload is the one above, of the other program, beside two pieces
  // of the large file and four small files.
  expect([there.all(), twin["calls"](upload).length, twin["calls"](uploadSessionAppendV2).length]).toEqual([[], 1, 6]);
}
