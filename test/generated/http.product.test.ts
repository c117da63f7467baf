import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileFiles, examplesOf } from "../support/examples.js";
import { generatedPackage, type AnyRoute } from "../support/packages.js";

/** A handler that answers the next call of any route as a test has said. */
let answer: (arg: unknown) => unknown = () => undefined;

const api = compileFiles("spec");
const routes = api.namespaces.flatMap((namespace) =>
  namespace.routes
    .filter((route) => route.attributes["style"] === "rpc")
    .map((route) => ({ namespace: namespace.name, route })),
);

describe("a generated client calls a generated server over HTTP", async () => {
  const { createClient, isRouteError } = await generatedPackage("spec");
  const { createHandler, routeError, unimplemented } = await generatedPackage("spec", "server");
  const { toNodeListener } = await generatedPackage("spec", "server/node");
  const methods = new Map<string, { client: string; method: string; value: AnyRoute }>();
  for (const { namespace } of routes) {
    for (const [method, value] of Object.entries(await generatedPackage("spec", namespace))) {
      if (isRoute(value)) {
        // A constant cannot be called `delete`, a method can.
        methods.set(`${value.name}:${value.version}`, { client: namespace, method: method.replace(/_$/, ""), value });
      }
    }
  }

  let server: Server;
  let client: Record<string, Record<string, (...args: unknown[]) => Promise<unknown>>>;

  beforeAll(async () => {
    const handlers: Record<string, Record<string, unknown>> = {};
    for (const { client, method, value } of methods.values()) {
      handlers[client] ??= {};
      handlers[client][method] = value.hasArg
        ? (arg: unknown) => Promise.resolve().then(() => answer(arg))
        : () => Promise.resolve().then(() => answer(undefined));
    }
    const options = { authenticate: () => ({}), ...unimplemented, ...handlers, onError: () => undefined };
    server = createServer(toNodeListener(createHandler(options)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    client = createClient({ hosts: `http://127.0.0.1:${port}`, accessToken: "token", appKey: "key", appSecret: "secret" });
  });

  afterAll(() => server.close());

  const call = (id: string, arg: unknown): Promise<unknown> => {
    const found = methods.get(id);
    const method = found && client[found.client]?.[found.method];
    if (found === undefined || method === undefined) {
      throw new Error(`There is no method for ${id}.`);
    }
    return found.value.hasArg ? method(arg) : method();
  };

  for (const { namespace, route } of routes) {
    const id = `${namespace}/${route.name}:${route.version}`;

    test(`${id}: arguments arrive as they were written, and results come back`, async () => {
      const { value } = methods.get(id) ?? { value: undefined };
      for (const arg of examplesOf(api, route.arg)) {
        for (const result of examplesOf(api, route.result)) {
          let arrived: unknown;
          answer = (given) => {
            arrived = given;
            return value?.decodeResult(result);
          };
          const returned = await call(id, value?.decodeArg(arg));
          expect(arrived).toEqual(value?.decodeArg(arg));
          expect(returned).toEqual(value?.decodeResult(result));
        }
      }
    });

    if (route.error.kind !== "void") {
      test(`${id}: each error tag arrives as a typed error with its summary`, async () => {
        const { value } = methods.get(id) ?? { value: undefined };
        const [arg] = examplesOf(api, route.arg);
        for (const error of examplesOf(api, route.error) as { ".tag": string }[]) {
          answer = () => {
            throw routeError(value, error, "Sorry.");
          };
          const thrown = await call(id, value?.decodeArg(arg)).catch((reason: unknown) => reason);
          expect(isRouteError(thrown, value)).toBe(true);
          expect(thrown).toMatchObject({ status: 409, error, userMessage: "Sorry." });
          expect((thrown as { summary: string }).summary).toMatch(new RegExp(`^${error[".tag"]}/`));
        }
      });
    }
  }

  test("every RPC route of the specification has a method (52 specified endpoints and more)", () => {
    expect(routes.length).toBeGreaterThanOrEqual(52);
    expect(routes.every(({ namespace, route }) => methods.has(`${namespace}/${route.name}:${route.version}`))).toBe(true);
  });

  test("an error with a tag that the specification does not have is a failure of the server (B-251)", async () => {
    const { value } = methods.get("files/copy:1") ?? { value: undefined };
    for (const error of [{ ".tag": "made_up" }, "made_up", { ".tag": "from_lookup", from_lookup: { ".tag": "new" } }]) {
      answer = () => {
        throw routeError(value, error);
      };
      const thrown = await call("files/copy:1", { from_path: "/a", to_path: "/b" }).catch((reason: unknown) => reason);
      expect(thrown).toMatchObject({ status: 500 });
    }
    answer = () => {
      throw routeError(value, "other");
    };
    const thrown = await call("files/copy:1", { from_path: "/a", to_path: "/b" }).catch((reason: unknown) => reason);
    expect(thrown).toMatchObject({ status: 409, error: { ".tag": "other" } });
  });

  test("an argument that does not fit is refused with 400 and the place", async () => {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/2/files/copy`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: "Bearer token" },
      body: JSON.stringify({ from_path: "/a", to_path: "b" }),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(/to_path/);
  });
});

function isRoute(value: unknown): value is AnyRoute {
  return typeof value === "object" && value !== null && "decodeArg" in value;
}
