import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routeStyle, createContext } from "../../src/generator/facts/context.js";
import { generatedRoutes } from "../support/client-methods.js";
import { corpusFolder } from "../support/corpus.js";
import { describeWithDropbox } from "../support/describe-with-dropbox.js";
import { compileFiles, examplesOf } from "../support/examples.js";
import { generatedPackage, type AnyRoute } from "../support/packages.js";

type Method = (arg?: unknown) => Promise<{ readonly status: number; readonly result: unknown }>;

const content = Uint8Array.from({ length: 150_000 }, (_, index) => (index * 7) % 256);

/** The official client of the public API, as it is published, talks to a server that Ashlar has generated. */
describeWithDropbox("the official client and our server", async () => {
  const api = compileFiles(corpusFolder("dropbox"));
  const context = createContext(api, { name: "dropbox-api", version: "0.0.0", binding: { preset: "dropbox" } });
  const fields = api.namespaces.flatMap(({ types }) => types.flatMap((type) => type.fields));
  const callers = fields.flatMap(({ omittedCaller }) => omittedCaller ?? []);
  const { createHandler, routeError } = await generatedPackage("dropbox", "server");
  const { toNodeListener } = await generatedPackage("dropbox", "server/node");
  const { Dropbox } = createRequire(import.meta.url)("dropbox") as { Dropbox: new (options: unknown) => unknown };
  const values = new Map<string, { folder: string; method: string; route: AnyRoute }>();
  for (const { folder, constant, route } of await generatedRoutes("dropbox")) {
    values.set(`${route.name}:${route.version}`, { folder, method: constant.replace(/_$/, ""), route });
  }

  /** What the handler of the route that is called next does. */
  let answer: (arg: unknown, received: Uint8Array | undefined) => unknown = () => undefined;
  let server: Server;
  let client: Record<string, Method>;

  beforeAll(async () => {
    const handlers: Record<string, Record<string, unknown>> = {};
    for (const { namespace, route } of all) {
      const { folder, method } = valueOf(namespace, route);
      const property = folder.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      handlers[property] ??= {};
      handlers[property][method] = handlerOf(routeStyle(route, context), route.arg.kind === "void");
    }
    const handler = createHandler({
      authenticate: ({ token, app }: Credentials) => token ?? app,
      // Some examples show what exists for some callers only.
      permissions: () => callers,
      ...handlers,
    });
    server = createServer(toNodeListener(handler));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    client = new Dropbox({
      accessToken: "token",
      clientId: "key",
      clientSecret: "secret",
      // The only thing that is changed: where the hosts are.
      fetch: (url: string, init: RequestInit) =>
        fetch(url.replace(/^https:\/\/(api|content|notify)\.dropboxapi\.com/, `http://127.0.0.1:${port}`), init),
    }) as Record<string, Method>;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  interface Credentials {
    readonly token: string | undefined;
    readonly app: unknown;
  }

  function handlerOf(style: string, isVoid: boolean): (...args: unknown[]) => Promise<unknown> {
    switch (style) {
      case "upload":
        return async (arg, stream) => {
          const received = new Uint8Array(await new Response(stream as ReadableStream).arrayBuffer());
          return answer(arg, received);
        };
      case "download":
        return async (arg) => ({ result: await answer(arg, undefined), content });
      default:
        return async (arg) => Promise.resolve(answer(isVoid ? undefined : arg, undefined));
    }
  }

  const all = api.namespaces.flatMap((namespace) => namespace.routes.map((route) => ({ namespace: namespace.name, route })));

  function valueOf(namespace: string, route: { name: string; version: number }) {
    const value = values.get(`${namespace}/${route.name}:${route.version}`);
    if (value === undefined) {
      throw new Error(`There is no route ${namespace}/${route.name}:${route.version}.`);
    }
    return value;
  }

  /** The method of the official client: `filesListFolderContinue`. */
  function methodOf(namespace: string, { name, version }: { name: string; version: number }): Method | undefined {
    const words = `${namespace}/${name}${version === 1 ? "" : `_v${version}`}`.split(/[/_]/);
    const camel = words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");
    return client[camel]?.bind(client);
  }

  describe.each(all.map(({ namespace, route }) => ({ id: `${namespace}/${route.name}:${route.version}`, namespace, route })))(
    "$id",
    ({ namespace, route }) => {
      const style = routeStyle(route, context);
      const { route: value } = valueOf(namespace, route);

      test("the official client's arguments arrive at our server, and its results and content come back", async () => {
        const call = methodOf(namespace, route);
        expect(call).toBeDefined();
        for (const arg of examplesOf(api, route.arg)) {
          const [result] = examplesOf(api, route.result);
          let arrived: unknown;
          let received: Uint8Array | undefined;
          answer = (given, bytes) => {
            arrived = given;
            received = bytes;
            return value.decodeResult(result);
          };
          const reply = await call?.(argumentOf(style, route.arg.kind, arg));
          expect(reply?.status).toBe(200);
          expect(arrived).toEqual(route.arg.kind === "void" ? undefined : value.decodeArg(arg, { permissions: callers }));
          if (style === "upload") {
            expect(Buffer.from(received ?? []).equals(content)).toBe(true);
          }
          const { fileBinary, ...fields } = (reply?.result ?? {}) as { fileBinary?: Buffer };
          if (style === "download") {
            expect(fileBinary?.equals(content)).toBe(true);
          }
          const expected = value.encodeResult(value.decodeResult(result));
          expect(style === "download" ? fields : reply?.result).toEqual(JSON.parse(JSON.stringify(expected ?? null)));
        }
      });

      if (route.error.kind === "void") {
        return;
      }
      test("the official client reads each error of our server that the route can have", async () => {
        const call = methodOf(namespace, route);
        const [arg] = examplesOf(api, route.arg);
        for (const error of examplesOf(api, route.error)) {
          answer = () => {
            throw routeError(value, error) as Error;
          };
          const thrown = await call?.(argumentOf(style, route.arg.kind, arg)).then(
            () => undefined,
            (reason: unknown) => reason,
          );
          expect(thrown).toMatchObject({ status: 409, error: { error } });
          expect((thrown as { error: { error_summary: string } }).error.error_summary).toMatch(/^([a-z0-9_/]+\/)?\.*$/);
        }
      });
    },
  );

  function argumentOf(style: string, kind: string, arg: unknown): unknown {
    if (style === "upload") {
      return { ...(arg as object), contents: content };
    }
    return kind === "void" ? undefined : arg;
  }

  test("paths of the official client in any script arrive, in arguments and in results (B-011)", async () => {
    const path = '/日本 é "x"\u007f😀.txt';
    const { route: value } = valueOf("files", { name: "download", version: 1 });
    const [metadata] = examplesOf(api, { kind: "ref", namespace: "files", name: "FileMetadata" });
    const result = { ...(metadata as object), name: path.slice(1) };
    const paths: unknown[] = [];
    answer = (arg) => {
      paths.push((arg as { path: string }).path);
      return value.decodeResult(result);
    };
    const uploaded = await methodOf("files", { name: "upload", version: 1 })?.({ path, contents: "content" });
    const downloaded = await methodOf("files", { name: "download", version: 1 })?.({ path });
    expect(paths).toEqual([path, path]);
    expect(uploaded?.result).toMatchObject({ name: path.slice(1) });
    expect(downloaded?.result).toMatchObject({ name: path.slice(1) });
  });

  test("the official client has called all 276 routes", () => {
    expect(all).toHaveLength(276);
    expect(all.filter(({ namespace, route }) => methodOf(namespace, route) === undefined)).toEqual([]);
  });
});
