import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { generate, type BindingOptions } from "../../src/index.js";
import { compilerErrors } from "../support/compiler-errors.js";
import { describeWithDropbox } from "../support/describe-with-dropbox.js";
import { packageFolder, type Exports } from "../support/packages.js";

/** How the routes of the depot travel: nothing is as in the specification that Ashlar comes with. */
const depot = {
  path: "/rpc/{namespace}.{route}/v{version}",
  headers: {
    arg: "X-Depot-Argument",
    result: "X-Depot-Outcome",
    selectUser: "X-Depot-Member",
    selectAdmin: "X-Depot-Keeper",
  },
  preflightFreeType: "text/plain; charset=depot",
  attributes: {
    host: "place",
    style: "travels",
    auth: "callers",
    permission: "right",
    selectAdmin: "for_keepers",
  },
} as const satisfies BindingOptions;

interface Received {
  readonly host: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

describe("a client and a server of an API that travels in a way of its own", () => {
  const received: Received[] = [];
  const servers: Server[] = [];
  const hosts: Record<string, string> = {};
  const label = "日本 é";
  const crate = { label, weight: 5 };
  let folder: string;
  let listener: RequestListener;
  let client: Exports;
  let createClient: (options: object) => Exports;

  /** A host of the depot, which notes what it receives. */
  async function openHost(host: string): Promise<void> {
    const server = createServer((request, response) => {
      const { method = "", url = "", headers } = request;
      received.push({ host, method, url, headers });
      listener(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push(server);
    hosts[host] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async function generateInto(name: string, binding: BindingOptions): Promise<void> {
    const generation = await generate({ specs: "test/generated/depot", out: join(folder, name), binding });
    expect(generation.kind).toBe("written");
  }

  const imported = async (file: string): Promise<Exports> =>
    (await import(pathToFileURL(join(folder, "fixed/dist", file)).href)) as Exports;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "ashlar-depot-"));
    await Promise.all(["desk", "yard"].map(openHost));
    await generateInto("fixed", { ...depot, hosts });
    await generateInto("open", depot);
    const { createHandler, routeError, unimplemented } = await imported("server/index.js");
    const { toNodeListener } = await imported("server/node.js");
    const { crateFind } = await imported("depot/index.js");
    const handler = createHandler({
      ...unimplemented,
      authenticate: ({ token, app }: Exports) => (token === undefined && app === undefined ? undefined : { token }),
      hasPermission: ({ token }: Exports, right: string) => token === `may ${right}`.replaceAll(" ", "-"),
      depot: {
        async crateFind({ label }: Exports, _caller: unknown, { selectUser, selectAdmin }: Exports) {
          if (label === "lost") {
            throw routeError(crateFind, "missing");
          }
          return Promise.resolve({ label: selectUser ?? selectAdmin ?? label, weight: 1 });
        },
        crateFindV2: ({ label }: Exports) => Promise.resolve({ label, weight: 2 }),
        async crateStore({ label }: Exports, content: ReadableStream<Uint8Array>) {
          return { label, weight: (await new Response(content).text()).length };
        },
        crateFetch: ({ label }: Exports) => Promise.resolve({ result: { label, weight: 5 }, content: "bolts" }),
        inventoryTake: () => Promise.resolve({ crates: [crate] }),
        ping: () => Promise.resolve(),
      },
    });
    listener = toNodeListener(handler);
    ({ createClient } = (await imported("index.js")) as { createClient: typeof createClient });
    client = createClient({ accessToken: "may-fetch-crates", appKey: "key", appSecret: "secret" });
  });

  afterAll(async () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(() => void (received.length = 0));

  test("a client and a server with a custom binding call each version of a route at a path of its own", async () => {
    const { depot } = client;
    expect(await depot.crateFind({ label })).toEqual({ label, weight: 1 });
    expect(await depot.crateFindV2({ label })).toEqual({ label, weight: 2 });
    expect(received.map(({ host, method, url }) => `${method} ${host}${url}`)).toEqual([
      "POST desk/rpc/depot.crate/find/v1",
      "POST desk/rpc/depot.crate/find/v2",
    ]);
  });

  test("a client and a server with a custom binding have errors", async () => {
    const { isRouteError } = await imported("index.js");
    const { crateFind } = await imported("depot/index.js");
    const { depot } = client;
    const thrown: unknown = await depot.crateFind({ label: "lost" }).catch((thrown: unknown) => thrown);
    expect(isRouteError(thrown, crateFind)).toBe(true);
    expect(thrown).toMatchObject({ error: { ".tag": "missing" } });
  });

  test("a client and a server with a custom binding exchange content", async () => {
    const { depot } = client;
    expect(await depot.crateStore({ label }, "bolts")).toEqual(crate);
    const download = await depot.crateFetch({ label });
    expect([download.result, await download.text()]).toEqual([crate, "bolts"]);
    const ascii = '{"label":"\\u65e5\\u672c \\u00e9"}';
    expect(received).toMatchObject([
      { host: "yard", url: "/rpc/depot.crate/store/v1", headers: { "x-depot-argument": ascii } },
      { host: "yard", url: "/rpc/depot.crate/fetch/v1", headers: { "x-depot-argument": ascii } },
    ]);
  });

  test("a client and a server with a custom binding authorize calls as the attribute of that name says", async () => {
    const { depot } = client;
    expect(await depot.inventoryTake()).toEqual({ crates: [crate] });
    await depot.ping();
    expect(received.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer may-fetch-crates",
      `Basic ${btoa("key:secret")}`,
    ]);
  });

  test("a client and a server with a custom binding select members and keepers, these where the attribute of that name allows it", async () => {
    const { depot } = client["asMember"]("ada");
    expect(await depot.crateFind({ label })).toMatchObject({ label: "ada" });
    const { depot: kept } = client["asAdmin"]("bob");
    expect(await kept.crateFind({ label })).toMatchObject({ label: "bob" });
    await expect(kept.crateFindV2({ label })).rejects.toThrow(/X-Depot-Keeper is not accepted here/);
    expect(received).toMatchObject([
      { headers: { "x-depot-member": "ada" } },
      { headers: { "x-depot-keeper": "bob" } },
      { headers: { "x-depot-keeper": "bob" } },
    ]);
  });

  test("a client and a server with a custom binding ask for the permission that the attribute of that name needs", async () => {
    const { depot } = createClient({ accessToken: "may-not" });
    await expect(depot.crateFetch({ label })).rejects.toThrow(/the app needs the permission "fetch crates"/);
    expect(await depot.crateFind({ label })).toEqual({ label, weight: 1 });
  });

  test("a client and a server with a custom binding can avoid preflight requests", async () => {
    const { depot } = createClient({ accessToken: "may-fetch-crates", avoidPreflight: true });
    expect(await depot.crateFind({ label })).toEqual({ label, weight: 1 });
    expect(await depot.crateStore({ label }, "bolts")).toEqual(crate);
    expect(await (await depot.crateFetch({ label })).text()).toBe("bolts");
    const type = "text/plain; charset=depot";
    expect(received.map(({ headers }) => headers["content-type"])).toEqual([type, type, undefined]);
    expect(received.flatMap(({ headers }) => Object.keys(headers)).filter((name) => /^x-|^auth/.test(name))).toEqual([]);
    const end = "authorization=Bearer%20may-fetch-crates&reject_cors_preflight=true";
    const arg = `arg=${encodeURIComponent(JSON.stringify({ label }))}`;
    expect(received.map(({ url }) => url)).toEqual([
      `/rpc/depot.crate/find/v1?${end}`,
      `/rpc/depot.crate/store/v1?${arg}&${end}`,
      `/rpc/depot.crate/fetch/v1?${arg}&${end}`,
    ]);
  });

  test("a client and a server with a custom binding speak to others as they do among themselves", async () => {
    const post = (url: string, headers: Record<string, string>, body?: string): Promise<Response> =>
      fetch(url, { method: "POST", headers: { Authorization: "Bearer may-fetch-crates", ...headers }, body: body ?? null });
    const { desk = "", yard = "" } = hosts;
    const json = { "Content-Type": "application/json" };
    const found = await post(`${desk}/rpc/depot.crate/find/v1`, json, '{"label":"a"}');
    expect([found.status, await found.text()]).toEqual([200, '{"label":"a","weight":1}']);
    const fetched = await post(`${yard}/rpc/depot.crate/fetch/v1`, { "X-Depot-Argument": '{"label":"é"}' });
    expect(fetched.headers.get("X-Depot-Outcome")).toBe('{"label":"\\u00e9","weight":5}');
    // What is right for other services is nothing here.
    const answers = await Promise.all([
      post(`${desk}/2/depot/crate/find`, json, '{"label":"a"}'),
      post(`${desk}/rpc/depot.crate/find`, json, '{"label":"a"}'),
      post(`${yard}/rpc/depot.crate/fetch/v1`, { "Service-API-Arg": '{"label":"a"}' }),
      post(`${desk}/rpc/depot.crate/find/v1`, { "Content-Type": "text/plain; charset=service-cors-hack" }, '{"label":"a"}'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 400, 400]);
  });

  test("a client and a server with a custom binding need no option for hosts that are fixed, and by type one for hosts that are not", async () => {
    const consumer = `
      import * as fixed from "./fixed/dist/index.js";
      import * as open from "./open/dist/index.js";
      fixed.createClient();
      fixed.createClient({ accessToken: "token", hosts: { yard: "http://localhost" } });
      open.createClient({ hosts: "http://localhost" });
      open.createClient({ hosts: { desk: "http://localhost", yard: "http://localhost" } });
      // @ts-expect-error a client must know where to call
      open.createClient();
      // @ts-expect-error the host of the other routes is missing
      open.createClient({ hosts: { yard: "http://localhost" } });
      // @ts-expect-error there is no such host
      fixed.createClient({ hosts: { api: "http://localhost" } });
    `;
    await writeFile(join(folder, "consumer.mts"), consumer);
    const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, module: "nodenext", types: [], noEmit: true };
    expect(await compilerErrors("typescript-newest", folder, { compilerOptions, files: ["consumer.mts"] })).toBe("");
  });
});

describeWithDropbox("the preset of the public API", () => {
  test("the preset of the public API has the names that wire-format.md has seen (7.1)", async () => {
    const file = pathToFileURL(join(await packageFolder("dropbox"), "dist/binding.js")).href;
    const { binding } = (await import(file)) as Exports;
    const documented = ["Arg", "Result", "Path-Root", "Select-User", "Select-Admin"].map((name) => `Dropbox-API-${name}`);
    expect(documented).toEqual(expect.arrayContaining(Object.values(binding.headers as object)));
    expect(binding.prefix).toBe("/2/");
    expect(Object.keys(binding.hosts as object)).toEqual(["api", "content", "notify"]);
    expect(binding.attributes).toMatchObject({ host: "host", style: "style", auth: "auth" });
  });
});
