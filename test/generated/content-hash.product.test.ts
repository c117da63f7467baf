import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Config } from "../../src/project/config.js";
import type { Exports } from "../support/packages.js";
import { stone } from "../support/stone-text.js";
import { loadPackage } from "./load-package.js";

const spec = stone`
  struct Commit
      path String
      content_hash String?
  struct File
      path String
      content_hash String
  union PutError
      content_hash_mismatch
  route put(Commit, File, PutError)
      attrs
          style = "upload"
  route get(Commit, File, Void)
      attrs
          style = "download"
  namespace stone_cfg
  struct Route
      style String = "rpc"
`;
const contentHash = { algorithm: "sha256", field: "content_hash", downloads: ["t/get"] } as const;
const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** A client of the package, whose requests a Twin answers after `change` has seen or changed them. */
async function clientWith(
  binding: NonNullable<Config["binding"]>,
  change: (response: Response) => Response | Promise<Response> = (response) => response,
): Promise<Exports> {
  const load = await loadPackage(spec, { binding, twin: true });
  const twin = (await load("testing"))["createTwin"]();
  const { createClient } = await load();
  const fetch = async (url: string, init: RequestInit): Promise<Response> => change(await twin.fetch(url, init));
  return { ...createClient({ hosts: "http://twin", accessToken: "t", fetch, retry: { attempts: 1 } }), twin };
}

test("TWIN-19: a Twin answers uploads and downloads with the hash of their content, if the configuration has one", async () => {
  const { t } = await clientWith({ contentHash });
  expect(await t.put({ path: "/a" }, "hello")).toMatchObject({ content_hash: sha256("hello") });
  const download = await t.get({ path: "/a" });
  expect(download.result.content_hash).toBe(sha256(await download.bytes()));
});

test("TWIN-19: a Twin refuses an upload with another hash by the error of the route", async () => {
  const { t } = await clientWith({ contentHash });
  const upload = t.put({ path: "/a", content_hash: sha256("other") }, "hello");
  await expect(upload).rejects.toMatchObject({ error: { ".tag": "content_hash_mismatch" } });
});

test("a download whose content is damaged on the way is rejected, unless the configuration or the call says otherwise", async () => {
  const damage = async (response: Response): Promise<Response> => {
    const bytes = new Uint8Array(await response.arrayBuffer());
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    return new Response(bytes, response);
  };
  const { t } = await clientWith({ contentHash }, damage);
  await expect(t.get({ path: "/a" }).then((download: Exports) => download["bytes"]())).rejects.toMatchObject({
    name: "ContentError",
  });
  await (await t.get({ path: "/a" }, { verifyContent: false })).bytes();
  const plain = await clientWith({ contentHash: false }, damage);
  await (await plain["t"].get({ path: "/a" })).bytes();
});

test("contentHash: false turns off the hashes of uploads that the preset dropbox turns on", async () => {
  for (const [binding, sent] of [
    [{ preset: "dropbox" }, { path: "/a", content_hash: expect.any(String) as unknown }],
    [{ preset: "dropbox", contentHash: false }, { path: "/a" }],
  ] as const) {
    const { t, twin } = await clientWith(binding);
    await t.put({ path: "/a" }, "hello").catch(() => undefined);
    expect(twin.calls().map(({ arg }: Exports) => arg)).toEqual([sent]);
  }
});
