import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { routeStyle } from "../../src/generator/facts/context.js";
import { chosenValue } from "../../src/values/chosen-value.js";
import { errorPaths } from "../../src/values/error-paths.js";
import { describeWithDropbox } from "../support/describe-with-dropbox.js";
import { dropboxModel } from "./models.js";
import { routesOf, subject, type NamedRoute } from "./twin-of.js";

interface Reply {
  readonly status: number;
  readonly result: unknown;
}

type Method = (arg?: unknown) => Promise<Reply>;

/** The same `fetch`, whose responses have a method of node-fetch, by which the client reads downloads. */
function bufferedFetch(send: (url: string, init: RequestInit) => Promise<Response>): typeof send {
  return async (url, init) => {
    const response = await send(url, init);
    return Object.assign(response, { buffer: async () => Buffer.from(await response.arrayBuffer()) });
  };
}

/** The client of the public API, as it is published, with the Twin of its specification (TWIN-32). */
describeWithDropbox("TWIN-32: the official client", async () => {
  const api = await subject("dropbox");
  const { lookup } = api.context;
  const { Dropbox, DropboxAuth } = createRequire(import.meta.url)("dropbox") as {
    readonly Dropbox: new (options: object) => unknown;
    readonly DropboxAuth: new (options: object) => { checkAndRefreshAccessToken(): unknown };
  };
  const twin = api.createTwin();
  const client = new Dropbox({
    accessToken: "token",
    clientId: "key",
    clientSecret: "secret",
    domain: "twin",
    fetch: bufferedFetch(twin.fetch),
  }) as Record<string, Method>;

  /** The method for a route: `filesListFolderContinue`. */
  function methodOf({ namespace, route: { name, version } }: NamedRoute): Method | undefined {
    const words = `${namespace}/${name}${version === 1 ? "" : `_v${version}`}`.split(/[/_]/);
    const camel = words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");
    return client[camel]?.bind(client);
  }

  function argumentOf(route: NamedRoute): unknown {
    const arg = chosenValue(route.route.arg, lookup);
    const isUpload = routeStyle(route.route, api.context) === "upload";
    return isUpload ? { ...(arg as object), contents: "content" } : arg === null ? undefined : arg;
  }

  test("TWIN-32: the official client calls every route", async () => {
    const failed: unknown[] = [];
    for (const route of routesOf(api)) {
      const reply = await methodOf(route)?.(argumentOf(route)).catch((thrown: unknown) => thrown as Error);
      if (reply === undefined || reply instanceof Error || reply.status !== 200) {
        failed.push([route.key, reply instanceof Error ? JSON.stringify(reply) : reply]);
      }
    }
    expect(failed).toEqual([]);
  });

  test("TWIN-32: the official client gets each error path of ten routes, with its tags", async () => {
    const wanted = [
      "files/upload:1",
      "files/copy:2",
      "files/delete:2",
      "files/get_metadata:1",
      "files/list_folder:1",
      "files/download:1",
      "sharing/create_shared_link_with_settings:1",
      "team/members/suspend:1",
      "file_requests/update:1",
      "users/get_account:1",
    ];
    const wrong: unknown[] = [];
    let count = 0;
    for (const route of routesOf(api).filter(({ key }) => wanted.includes(key))) {
      for (const { path, value } of errorPaths(route.route.error, lookup)) {
        count += 1;
        twin.plan({ route: route.key, error: path, times: 1 });
        const thrown = (await methodOf(route)?.(argumentOf(route)).catch((reason: unknown) => reason)) as {
          readonly status: number;
          readonly error: { readonly error_summary: string; readonly error: unknown };
        };
        const summary = thrown.status === 409 ? thrown.error.error_summary.replace(/\/\.*$/, "") : thrown;
        if (summary !== path || JSON.stringify(thrown.error.error) !== JSON.stringify(value)) {
          wrong.push([route.key, path, summary]);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(100);
  });

  test("TWIN-32: the official client walks all pages of a folder", async () => {
    interface Page {
      readonly entries: readonly unknown[];
      readonly cursor: string;
      readonly has_more: boolean;
    }
    let page = (await client["filesListFolder"]?.({ path: "", limit: 2 }))?.result as Page;
    const sizes = [page.entries.length];
    while (page.has_more) {
      page = (await client["filesListFolderContinue"]?.({ cursor: page.cursor }))?.result as Page;
      sizes.push(page.entries.length);
    }
    expect(sizes).toEqual([2, 2, 2, 1]);
  });

  test("TWIN-32: the official client uploads, lists, moves, downloads and deletes with a model", async () => {
    const stateful = api.createTwin({ model: dropboxModel });
    const files = new Dropbox({
      accessToken: "token",
      domain: "twin",
      fetch: bufferedFetch(stateful.fetch),
    }) as typeof client;
    const content = Buffer.from(Uint8Array.from({ length: 50_000 }, (_, at) => at % 253));
    const uploaded = await files["filesUpload"]?.({ path: "/Docs/A.bin", contents: content });
    expect(uploaded?.result).toMatchObject({ name: "A.bin", size: content.length });
    const listed = await files["filesListFolder"]?.({ path: "/docs" });
    expect(listed?.result).toMatchObject({ entries: [{ ".tag": "file", name: "A.bin" }], has_more: false });
    await files["filesMoveV2"]?.({ from_path: "/docs/a.bin", to_path: "/b.bin" });
    expect((await files["filesGetMetadata"]?.({ path: "/b.bin" }))?.result).toMatchObject({ path_display: "/b.bin" });
    const downloaded = await files["filesDownload"]?.({ path: "/b.bin" });
    expect(content.equals((downloaded?.result as { readonly fileBinary: Buffer }).fileBinary)).toBe(true);
    await files["filesDeleteV2"]?.({ path: "/b.bin" });
    await expect(files["filesDownload"]?.({ path: "/b.bin" })).rejects.toMatchObject({ status: 409 });
  });

  test("TWIN-32: the official client reports a planned 401", async () => {
    twin.plan({ route: "users/get_current_account", status: 401, times: 1 });
    await expect(client["usersGetCurrentAccount"]?.()).rejects.toMatchObject({
      status: 401,
      error: { error: { ".tag": "expired_access_token" } },
    });
    expect(DropboxAuth).toBeDefined();
  });
});
