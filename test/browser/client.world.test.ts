import { expect, test } from "vitest";
import type * as files from "../../generated/src/files/index.js";
import type * as server from "../../generated/src/server/index.js";
import { generatedPackage } from "../support/packages.js";
import { describeInChromium } from "./chromium.js";
import { file, path } from "./samples.js";
import type { Handlers } from "./site.js";
import { visitFromElsewhere, visitHome } from "./visit.js";

const metadata: Handlers = { files: { getMetadata: ({ path }) => Promise.resolve(file(path)) } };

describeInChromium("in a browser a generated client", async (browser) => {
  const { getMetadata } = (await generatedPackage("spec", "files")) as typeof files;
  const { rateLimited, routeError } = (await generatedPackage("spec", "server")) as typeof server;

  test("a generated client in a browser calls its own origin without any preflight request", async () => {
    const { tools, requests } = await visitHome(browser(), metadata, { hosts: "/" });
    const found = await tools.evaluate(({ client }, path) => client.files.getMetadata({ path }), path);
    expect(found).toEqual(file(path));
    expect(requests()).toEqual(["POST /2/files/get_metadata"]);
  });

  test("a generated client in a browser calls another origin, after a preflight request", async () => {
    const { tools, requests, site, origin } = await visitFromElsewhere(browser(), metadata);
    const found = await tools.evaluate(({ client }, path) => client.files.getMetadata({ path }), path);
    expect(found).toEqual(file(path));
    expect(requests()).toEqual(["OPTIONS /2/files/get_metadata", "POST /2/files/get_metadata"]);
    expect(site.received[0]?.headers["access-control-request-headers"]).toBe("authorization,content-type");
    expect(site.received[1]?.headers).toMatchObject({ authorization: "Bearer token", origin });
  });

  test("a generated client in a browser fails with a NetworkError where another origin does not allow the call", async () => {
    const { tools, requests, problems } = await visitFromElsewhere(browser(), metadata, {}, false);
    const name = await tools.evaluate(({ client }) =>
      client.files.getMetadata({ path: "/a" }).catch((thrown: unknown) => (thrown as Error).name),
    );
    expect(name).toBe("NetworkError");
    expect(requests()).toEqual(["OPTIONS /2/files/get_metadata"]);
    expect(problems.splice(0)).toEqual([expect.stringContaining("has been blocked by CORS policy")]);
  });

  test("a generated client in a browser throws the route's error from another origin", async () => {
    const { tools } = await visitFromElsewhere(browser(), {
      files: {
        getMetadata: () => Promise.reject(routeError(getMetadata, { ".tag": "path", path: "not_found" }, "Gone.")),
      },
    });
    const thrown = await tools.evaluate(async ({ client, isRouteError, files }) => {
      try {
        return await client.files.getMetadata({ path: "/a" });
      } catch (thrown) {
        return isRouteError(thrown, files.getMetadata)
          ? { error: thrown.error, is: thrown.is("path/not_found"), userMessage: thrown.userMessage }
          : undefined;
      }
    });
    expect(thrown).toEqual({
      error: { ".tag": "path", path: { ".tag": "not_found" } },
      is: true,
      userMessage: "Gone.",
    });
  });

  test("a generated client in a browser reads Retry-After from another origin", async () => {
    const limited: Handlers = { files: { getMetadata: () => Promise.reject(rateLimited(7, "too_many_requests")) } };
    const { tools } = await visitFromElsewhere(browser(), limited, { retry: false });
    const seconds = await tools.evaluate(async ({ client, RateLimitError }) => {
      const thrown: unknown = await client.files.getMetadata({ path: "/a" }).catch((thrown: unknown) => thrown);
      return thrown instanceof RateLimitError ? [thrown.headers.get("Retry-After"), thrown.retryAfter] : [];
    });
    expect(seconds).toEqual(["7", 7]);
  });

  test("a generated client in a browser calls from a module worker", async () => {
    const { tools, requests, site } = await visitFromElsewhere(browser(), metadata);
    const name = await tools.evaluate(
      (_, call) =>
        new Promise((resolve, reject) => {
          const worker = new Worker("/worker.js", { type: "module" });
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
          worker.postMessage(call);
        }),
      { settings: { hosts: site.url, accessToken: "token" }, path },
    );
    expect(name).toBe(path.slice(1));
    expect(requests()).toEqual(["OPTIONS /2/files/get_metadata", "POST /2/files/get_metadata"]);
  });

  test("a generated client in a browser goes through a list", async () => {
    const { tools, requests } = await visitHome(browser(), {
      files: {
        listFolder: () => Promise.resolve({ entries: [file("/a"), file("/b")], cursor: "next", has_more: true }),
        listFolderContinue: () => Promise.resolve({ entries: [file("/c")], cursor: "end", has_more: false }),
      },
    });
    const names = await tools.evaluate(async ({ client }) => {
      const names: string[] = [];
      for await (const { name } of client.files.listFolder({ path: "" }).items()) {
        names.push(name);
      }
      return names;
    });
    expect(names).toEqual(["a", "b", "c"]);
    expect(requests()).toEqual(["POST /2/files/list_folder", "POST /2/files/list_folder/continue"]);
  });

  test("a generated client in a browser waits for a job", async () => {
    let polls = 0;
    const { tools } = await visitHome(browser(), {
      files: {
        copyBatch: () => Promise.resolve({ ".tag": "async_job_id", async_job_id: "job" }),
        copyBatchCheck: () => Promise.resolve(++polls === 1 ? "in_progress" : { ".tag": "complete", entries: [] }),
      },
    });
    const done = await tools.evaluate(({ client }) =>
      client.files.copyBatch({ entries: [] }).waitFor({ intervalMs: 1 }),
    );
    expect(done).toEqual({ ".tag": "complete", entries: [] });
    expect(polls).toBe(2);
  });
});
