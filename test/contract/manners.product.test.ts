import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import type { Config } from "../../src/index.js";
import { renderText } from "../../src/contract/report/text.js";
import { testServer, type TestServerOptions } from "../../src/project/generate/test-server.js";
import { folderWith } from "../cli/command-line.js";
import { listen } from "./server/listen.js";

const spec = `namespace shop

annotation Secret = RedactedBlot()

alias ItemId = String(min_length=1)
struct Item
    id ItemId
    name String(max_length=20)
    code String
        @Secret
struct ItemArg
    id ItemId
struct NewItem
    name String(max_length=20)
    code String
        @Secret
union GetError
    not_found
route create(NewItem, Item, Void)
route get(ItemArg, Item, GetError)
route delete(ItemArg, Void, GetError)
`;

/** A server of `spec` by hand: its items, and how it answers. */
class Shop {
  readonly items = new Map<string, object>();
  #created = 0;

  readonly fetch = async (request: Request): Promise<Response> => {
    if (request.headers.get("authorization") !== "Bearer s3cret-token") {
      return new Response("no", { status: 401 });
    }
    const route = new URL(request.url).pathname.replace("/2/shop/", "");
    let arg: Readonly<Record<string, unknown>>;
    try {
      arg = JSON.parse(await request.text());
    } catch {
      return new Response("no JSON", { status: 400 });
    }
    return this.answer(route, arg);
  };

  answer(route: string, arg: Readonly<Record<string, unknown>>): Response {
    if (route === "create") {
      const id = `made-${++this.#created}`;
      const item = { id, name: arg["name"], code: arg["code"] };
      this.items.set(id, item);
      return Response.json(item);
    }
    const id = String(arg["id"]);
    const item = this.items.get(id);
    if (item === undefined) {
      return Response.json({ error_summary: "not_found/", error: { ".tag": "not_found" } }, { status: 409 });
    }
    if (route === "delete") {
      this.items.delete(id);
      return Response.json(null);
    }
    return Response.json(item);
  }
}

async function run(shop: Pick<Shop, "fetch">, options: Partial<TestServerOptions> = {}): ReturnType<typeof testServer> {
  const folder = folderWith({ "shop.stone": spec });
  const config: Config = {
    specs: [`${folder}/shop.stone`],
    effects: {
      reads: { routes: ["shop/get"] },
      writes: { routes: ["shop/create"] },
      destroys: { routes: ["shop/delete"] },
    },
  };
  return testServer({
    url: "http://shop",
    config,
    token: "s3cret-token",
    calls: 300,
    seed: 1,
    ...options,
    fetch: shop.fetch,
  });
}

describe("a contract test", () => {
  test("CT-2: values of replies are used in later arguments, and so are those of the user", async () => {
    const shop = new Shop();
    shop.items.set("known", { id: "known", name: "Hammer", code: "1" });
    const without = await run(shop);
    expect(without.notReached.map(({ route }) => route)).toContain("shop/get");
    const withValues = await run(shop, { values: { "shop.ItemId": ["known"] } });
    expect(withValues.coverage["shop/get"]?.success).toBeGreaterThan(0);
    const creating = await run(new Shop(), { effects: "writes" });
    expect(creating.coverage["shop/get"]?.success).toBeGreaterThan(0);
  });

  test("CT-3: nothing is destroyed that the run has not created, and what it has created is destroyed at the end", async () => {
    const shop = new Shop();
    const given = ["a", "b", "x", "made-0"];
    given.forEach((id) => shop.items.set(id, { id, name: "Hammer", code: "1" }));
    const { coverage } = await run(shop, { effects: "all", values: { "shop.ItemId": given } });
    expect(coverage["shop/delete"]?.success).toBeGreaterThan(5);
    expect([...shop.items.keys()]).toEqual(expect.arrayContaining(given));
  });

  test("CT-3: with destroyExisting, also what the run has not created is destroyed, if all effects are allowed", async () => {
    const shop = new Shop();
    shop.items.set("given", { id: "given", name: "Hammer", code: "1" });
    const options = { destroyExisting: true, values: { "shop.ItemId": ["given"] } };
    await expect(run(shop, { ...options, effects: "writes" })).rejects.toThrow("--destroy-existing");
    expect([...shop.items.keys()]).toContain("given");
    await run(shop, { ...options, effects: "all" });
    expect([...shop.items.keys()]).not.toContain("given");
  });

  test("CT-3: a route whose name says that it destroys does so only with what the run has created", async () => {
    const shop = new Shop();
    shop.items.set("given", { id: "given", name: "Hammer", code: "1" });
    const config: Config = { specs: [`${folderWith({ "shop.stone": spec })}/shop.stone`] };
    const { coverage } = await run(shop, { config, effects: "all", values: { "shop.ItemId": ["given"] } });
    expect(coverage["shop/delete"]?.success).toBeGreaterThan(0);
    expect([...shop.items.keys()]).toContain("given");
  });

  test("CT-3: without effects in the configuration, nothing is called unless everything may be", async () => {
    const folder = folderWith({ "shop.stone": spec });
    const config = { specs: `${folder}/shop.stone` };
    const options = { url: "http://shop", config, fetch: new Shop().fetch };
    await expect(testServer(options)).rejects.toThrow("effects.reads");
  });

  test("CT-4: a run that ends before it has tried everything says what it has not tried", async () => {
    const cut = await run(new Shop(), { effects: "all", calls: 4 });
    expect(cut.stopped).toContain("The run ended after 4 calls");
    expect(cut.untried?.routes).toContain("shop/delete");
    expect(cut.untried?.phases).toEqual(expect.arrayContaining(["values", "near-misses", "sequences", "transport"]));
    expect(cut.notReached.map(({ why }) => why).join()).toMatch(/the run ended before it was called/);
    expect(renderText(cut, false)).toMatch(
      /Not called: \d of 3 routes\. Not tried with all routes: .*sequences, transport\./,
    );
    const whole = await run(new Shop(), { effects: "all", calls: 600 });
    expect(whole).not.toHaveProperty("stopped");
    expect(whole).not.toHaveProperty("untried");
  });

  test.each(["examples", "near-misses", "sequences", "transport"] as const)(
    "CT-1: a run of the phase %s alone makes calls, and tries everything that it should",
    async (phase) => {
      const report = await run(new Shop(), { phases: [phase], values: { "shop.ItemId": ["known"] } });
      expect(report.calls).toBeGreaterThan(0);
      expect(report).not.toHaveProperty("untried");
    },
  );

  test("CT-3: routes without an argument that destroy are called last, because they may end the credentials", async () => {
    const shop = new Shop();
    const routes: string[] = [];
    let isRevoked = false;
    const config: Config = {
      specs: [
        `${folderWith({ "shop.stone": `${spec}route token/revoke(Void, Void, Void)\nroute clear(Void, Void, Void)\n` })}/shop.stone`,
      ],
      effects: { destroys: { routes: ["shop/clear"] } },
    };
    const report = await run(
      {
        fetch: async (request) => {
          const route = new URL(request.url).pathname.replace("/2/shop/", "");
          if (isRevoked || request.headers.get("authorization") !== "Bearer s3cret-token") {
            return new Response("no", { status: 401 });
          }
          routes.push(route);
          if (route === "clear" || route === "token/revoke") {
            isRevoked = route === "token/revoke";
            return Response.json(null);
          }
          return shop.fetch(request);
        },
      },
      { config, effects: "all", destroyExisting: true, phases: ["examples"] },
    );
    expect(routes.at(-1)).toBe("token/revoke");
    expect(routes.indexOf("clear")).toBeGreaterThan(routes.lastIndexOf("delete"));
    expect(report).not.toHaveProperty("stopped");
    expect(report.findings.map(({ title }) => title)).toEqual([]);
  });

  test("CT-4: a route that has ended the credentials is named", async () => {
    const shop = new Shop();
    let isEnded = false;
    const fetch = async (request: Request): Promise<Response> => {
      const reply = isEnded ? new Response("no", { status: 401 }) : await shop.fetch(request);
      isEnded ||= request.url.endsWith("delete") && reply.ok;
      return reply;
    };
    const { stopped } = await run({ fetch }, { effects: "all", calls: 600 });
    expect(stopped).toMatch(/such as shop\/delete, .*--not-route/);
  });

  test("CT-4: a reply with Retry-After is waited for, and is no finding", async () => {
    const shop = new Shop();
    let calls = 0;
    const fetch = async (request: Request): Promise<Response> => {
      calls += 1;
      return calls % 5 === 0 ? new Response("", { status: 429, headers: { "Retry-After": "0" } }) : shop.fetch(request);
    };
    const { findings } = await run({ fetch }, { effects: "writes" });
    expect(findings.filter(({ calls }) => calls.some(({ status }) => status === 429))).toEqual([]);
  });

  test("CT-11: a server may close connections that it has answered on, also when the next request is on its way", async () => {
    const shop = new Shop();
    const server = await listen(shop.fetch);
    const answered = new WeakSet<object>();
    server.server.prependListener("request", ({ socket }: IncomingMessage) => {
      if (answered.has(socket)) {
        socket.destroy();
      }
      answered.add(socket);
    });
    try {
      const { findings, coverage } = await run(
        { fetch },
        { url: server.url, effects: "writes", calls: 60, phases: ["examples", "values"] },
      );
      expect(findings).toEqual([]);
      expect(coverage["shop/create"]?.success).toBeGreaterThan(5);
    } finally {
      server.close();
    }
  });

  test("CT-4: credentials that are refused from some call on end the run, and are no finding", async () => {
    const shop = new Shop();
    let calls = 0;
    const fetch = async (request: Request): Promise<Response> => {
      calls += 1;
      return calls > 60 ? new Response("expired", { status: 401 }) : shop.fetch(request);
    };
    const report = await run({ fetch }, { effects: "writes", phases: ["examples", "values", "sequences"] });
    expect(report.findings).toEqual([]);
    expect(report.stopped).toMatch(/refuses the credentials.*It took them at first/);
    expect(report.calls).toBeLessThan(200);
  });

  test("CT-10: a call that ends the server is a finding", async () => {
    const shop = new Shop();
    const server = await listen(shop.fetch);
    let requests = 0;
    server.server.prependListener("request", () => {
      requests += 1;
      if (requests === 20) {
        server.close();
      }
    });
    const report = await run({ fetch }, { url: server.url, effects: "writes", parallel: 1, phases: ["values"] });
    expect(report.stopped).toContain("cannot be reached");
    expect(report.findings.map(({ code, title }) => `${code}: ${title}`)).toEqual([
      expect.stringContaining("server-error: The connection is closed without a reply"),
    ]);
  });

  test("CT-12: no report has a token, the value of a redacted field or of a secret header", async () => {
    const shop = new Shop();
    shop.answer = (route, arg) =>
      route === "create"
        ? Response.json({ id: 7, name: 7, code: `${String(arg["code"])}!` })
        : new Response("oops", { status: 500 });
    const report = await run(shop, {
      effects: "all",
      headers: { "X-Api-Key": "key-of-the-gateway" },
      values: { "shop/create.code": ["code-of-the-safe"] },
    });
    const bytes = report.findings.flatMap(({ calls }) => calls.filter(({ isBase64 }) => isBase64 === true));
    const text = JSON.stringify(report) + bytes.map(({ body }) => atob(body ?? "")).join("\n");
    expect(bytes.length).toBeGreaterThan(0);
    expect(report.findings.length).toBeGreaterThan(1);
    for (const secret of ["s3cret-token", "f3pergt", "key-of-the-gateway", "code-of-the-safe"]) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain("Bearer $TOKEN");
    expect(text).toContain("********");
  });
});
