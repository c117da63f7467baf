import { expect, test } from "vitest";
import type * as files from "../../generated/src/files/index.js";
import type { Progress } from "../../generated/src/index.js";
import type * as server from "../../generated/src/server/index.js";
import { generatedPackage } from "../support/packages.js";
import { describeInChromium } from "./chromium.js";
import { file, path } from "./samples.js";
import type { Received } from "./site.js";
import { visitFromElsewhere } from "./visit.js";

/** What browsers say, whatever a page asks for. */
const ofBrowser =
  /^(accept|accept-encoding|accept-language|connection|content-length|host|origin|referer|sec-.*|user-agent)$/;

/** The type that stands for JSON and for content of any kind (B-015). */
const type = "text/plain; charset=service-cors-hack";

/** The one request, which must be one that needs no preflight request (B-014, B-016, B-017). */
function expectOneSimple(received: readonly Received[], path: string, contentType: string | undefined): void {
  expect(received.map((request) => [request.method, request.path])).toEqual([["POST", path]]);
  const [{ headers, query }] = received as [Received];
  const said = Object.keys(headers).filter((name) => !ofBrowser.test(name) && name !== "content-type");
  expect(said).toEqual([]);
  expect(headers["content-type"]).toBe(contentType);
  expect(query.get("authorization")).toBe("Bearer token");
  expect(query.get("reject_cors_preflight")).toBe("true");
}

describeInChromium("in a browser, without any preflight request, a generated client", async (browser) => {
  const { getMetadata } = (await generatedPackage("spec", "files")) as typeof files;
  const { routeError } = (await generatedPackage("spec", "server")) as typeof server;
  const settings = { avoidPreflight: true };

  test("a client that avoids preflight requests in a browser calls a route", async () => {
    const handlers = { files: { getMetadata: ({ path }: files.GetMetadataArg) => Promise.resolve(file(path)) } };
    const { tools, site } = await visitFromElsewhere(browser(), handlers, settings);
    const found = await tools.evaluate(({ client }, path) => client.files.getMetadata({ path }), path);
    expect(found).toEqual(file(path));
    expectOneSimple(site.received, "/2/files/get_metadata", type);
  });

  test("a client that avoids preflight requests in a browser calls a route without argument and result", async () => {
    const handlers = { auth: { tokenRevoke: () => Promise.resolve() } };
    const { tools, site } = await visitFromElsewhere(browser(), handlers, settings);
    expect(await tools.evaluate(({ client }) => client.auth.tokenRevoke())).toBeUndefined();
    expectOneSimple(site.received, "/2/auth/token/revoke", undefined);
  });

  test("a client that avoids preflight requests in a browser throws the route's error", async () => {
    const error = { ".tag": "path", path: { ".tag": "not_found" } } as const;
    const handlers = { files: { getMetadata: () => Promise.reject(routeError(getMetadata, error)) } };
    const { tools, site } = await visitFromElsewhere(browser(), handlers, settings);
    const thrown = await tools.evaluate(({ client, isRouteError, files }) =>
      client.files
        .getMetadata({ path: "/a" })
        .catch((thrown: unknown) => (isRouteError(thrown, files.getMetadata) ? thrown.error : undefined)),
    );
    expect(thrown).toEqual(error);
    expectOneSimple(site.received, "/2/files/get_metadata", type);
  });

  test.each([false, true])(
    "a client that avoids preflight requests in a browser uploads (progress watched: %s)",
    async (isWatched) => {
      const handlers = {
        files: {
          upload: async ({ path }: files.CommitInfo, content: ReadableStream<Uint8Array>) =>
            file(path, (await new Response(content).arrayBuffer()).byteLength),
        },
      };
      const { tools, site } = await visitFromElsewhere(browser(), handlers, settings);
      const { found, told } = await tools.evaluate(
        async ({ client }, { isWatched, path }) => {
          const told: Progress[] = [];
          const options = isWatched ? { onProgress: (progress: Progress) => void told.push(progress) } : {};
          const content = new Blob([new Uint8Array(1000)], { type: "image/png" });
          return { found: await client.files.upload({ path }, content, options), told };
        },
        { isWatched, path },
      );
      expect(found).toEqual({ ...file(path, 1000), ".tag": undefined });
      expect(told.map(({ loaded }) => loaded)).toEqual(isWatched ? [0, 1000] : []);
      expectOneSimple(site.received, "/2/files/upload", type);
      expect(JSON.parse(site.received[0]?.query.get("arg") ?? "")).toMatchObject({ path });
    },
  );

  test("a client that avoids preflight requests in a browser downloads", async () => {
    const handlers = {
      files: {
        download: ({ path }: files.DownloadArg) =>
          Promise.resolve({ result: file(path), content: "hello", etag: "v1" }),
      },
    };
    const { tools, site } = await visitFromElsewhere(browser(), handlers, settings);
    const found = await tools.evaluate(async ({ client }, path) => {
      const download = await client.files.download({ path });
      return { name: download.result.name, etag: download.etag, text: await download.text() };
    }, path);
    expect(found).toEqual({ name: path.slice(1), etag: '"v1"', text: "hello" });
    expectOneSimple(site.received, "/2/files/download", undefined);
    expect(site.received[0]?.query.get("arg")).toBe(JSON.stringify({ path }));
  });

  test("a client that avoids preflight requests in a browser downloads a range", async () => {
    const handlers = {
      files: {
        download: ({ path }: files.DownloadArg) => Promise.resolve({ result: file(path), content: "0123456789" }),
      },
    };
    const { tools, requests } = await visitFromElsewhere(browser(), handlers, settings);
    const found = await tools.evaluate(async ({ client }) => {
      const middle = await client.files.download({ path: "/a" }, { range: { start: 2, end: 5 } });
      const end = await client.files.download({ path: "/a" }, { range: { start: 7 } });
      return [await middle.text(), await end.text()];
    });
    expect(found).toEqual(["2345", "789"]);
    expect(requests()).toEqual(["POST /2/files/download", "POST /2/files/download"]);
  });
});
