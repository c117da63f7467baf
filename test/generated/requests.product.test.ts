import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Api, Namespace, Route } from "../../src/ir/api.js";
import { corpusFolder } from "../support/corpus.js";
import { describeWithDropbox } from "../support/describe-with-dropbox.js";
import { compileFiles, examplesOf } from "../support/examples.js";
import { clientMethods, generatedRoutes, type ClientMethod } from "../support/client-methods.js";
import { generatedPackage } from "../support/packages.js";

interface Recorded {
  readonly host: string;
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What platforms send by themselves. */
const platformHeaders = new Set(
  "accept accept-encoding accept-language connection content-length host sec-fetch-mode transfer-encoding user-agent".split(" "),
);

const hosts = ["api", "content", "notify"];
const content = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);

/** A strict server that knows nothing of our runtime: it notes what comes and answers as the specification says. */
class RecordingServer {
  readonly requests: Recorded[] = [];
  readonly urls: Record<string, string> = {};
  answer: { readonly headers: Record<string, string>; readonly body: string | Uint8Array } = { headers: {}, body: "" };
  readonly #servers: Server[] = [];

  async start(): Promise<void> {
    for (const host of hosts) {
      const server = createServer((request, response) => {
        void this.#record(host, request).then(() => {
          response.writeHead(200, this.answer.headers);
          response.end(this.answer.body);
        });
      });
      this.#servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      this.urls[host] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }
  }

  stop(): void {
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  async #record(host: string, request: IncomingMessage): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const { method, url, headers } = request;
    this.requests.push({ host, method, url, headers, body: Buffer.concat(chunks) });
  }
}

function describeRequests(name: string, prefix: string, load: () => Api): void {
  describe(`the client of ${name} sends, for every route, what HTTP-1 to HTTP-10 say`, async () => {
    const api = load();
    const recorder = new RecordingServer();
    const { createClient } = await generatedPackage(name);
    const values = await generatedRoutes(name);
    let methods: Map<string, ClientMethod>;

    beforeAll(async () => {
      await recorder.start();
      const options = { hosts: recorder.urls, accessToken: "token", appKey: "key", appSecret: "secret", verifyContent: false };
      methods = await clientMethods(name, createClient(options));
    });
    afterAll(() => recorder.stop());

    const all = api.namespaces.flatMap((namespace) => namespace.routes.map((route) => ({ namespace, route })));

    test.each(all.map(({ namespace, route }) => [`${namespace.name}/${route.name}:${route.version}`, namespace, route] as const))(
      "the client sends for %s what HTTP-1 to HTTP-10 say",
      async (_, namespace, route) => {
        const call = methods.get(`${namespace.name}/${route.name}:${route.version}`);
        const [arg] = examplesOf(api, route.arg);
        const [result] = examplesOf(api, route.result);
        const style = text(route, "style") ?? "rpc";
        recorder.requests.length = 0;
        recorder.answer = answerOf(style, result, prefix);
        const codec = values.find(({ route: value }) => value.name === `${namespace.name}/${route.name}` && value.version === route.version);
        // Some examples show fields that are not for this caller, which a client refuses.
        const json = codec?.route.encodeArg(arg);
        const args = [...(route.arg.kind === "void" ? [] : [json]), ...(style === "upload" ? [content] : [])];
        const returned = await call?.(...args);
        expect(recorder.requests).toHaveLength(1);
        const [request] = recorder.requests as [Recorded];
        expectRequest(request, namespace, route, style, json, prefix);
        if (style === "download") {
          expect(await (returned as { bytes(): Promise<Uint8Array> }).bytes()).toEqual(content);
        }
      },
    );

    test("the clients have routes of all styles, hosts and kinds of authentication", () => {
      const values = (attribute: string): Set<string | undefined> =>
        new Set(all.map(({ route }) => text(route, attribute)?.replace(/\s/g, "")));
      expect(values("style")).toEqual(new Set(["rpc", "upload", "download"]));
      expect([...values("host")]).toEqual(expect.arrayContaining(["api", "content"]));
      expect([...values("auth")]).toEqual(expect.arrayContaining(["user", "team", "app"]));
    });
  });
}

function answerOf(style: string, result: unknown, prefix: string): RecordingServer["answer"] {
  const json = JSON.stringify(result);
  if (style !== "download") {
    return { headers: { "Content-Type": "application/json" }, body: json };
  }
  const ascii = json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return { headers: { "Content-Type": "application/octet-stream", [`${prefix}-Result`]: ascii }, body: content };
}

function expectRequest(
  request: Recorded,
  namespace: Namespace,
  route: Route,
  style: string,
  arg: unknown,
  prefix: string,
): void {
  const { headers } = request;
  const argHeader = `${prefix}-Arg`.toLowerCase();
  const suffix = route.version === 1 ? "" : `_v${route.version}`;
  expect(request.method).toBe("POST");
  expect(request.host).toBe(text(route, "host") ?? "api");
  expect(request.url).toBe(`/2/${namespace.name}/${route.name}${suffix}`);
  expect(headers.authorization).toBe(authorizationOf(text(route, "auth") ?? "user"));
  const expected = ["authorization", ...(style === "rpc" ? [] : [argHeader]), "content-type"];
  const others = Object.keys(headers).filter((header) => !platformHeaders.has(header) && !expected.includes(header));
  expect(others).toEqual([]);
  if (style === "rpc") {
    const isVoid = route.arg.kind === "void";
    expect(headers["content-type"]).toBe(isVoid ? undefined : "application/json");
    expect(isVoid ? request.body.toString() : JSON.parse(request.body.toString())).toEqual(isVoid ? "" : arg);
    expect(headers["content-length"]).toBe(String(request.body.length));
    return;
  }
  expect(headers[argHeader]).toMatch(/^[ -~]*$/);
  expect(JSON.parse(headers[argHeader] as string)).toEqual(arg);
  expect(headers["content-type"]).toBe(style === "upload" ? "application/octet-stream" : undefined);
  expect(request.body.equals(style === "upload" ? content : new Uint8Array())).toBe(true);
}

/** HTTP-9: user, then team, if there is a token; else app. */
function authorizationOf(auth: string): string | undefined {
  const kinds = auth.split(",").map((kind) => kind.trim());
  if (kinds.includes("user") || kinds.includes("team")) {
    return "Bearer token";
  }
  return kinds.includes("app") ? `Basic ${Buffer.from("key:secret").toString("base64")}` : undefined;
}

function text(route: Route, attribute: string): string | undefined {
  const value = route.attributes[attribute];
  return typeof value === "string" ? value : undefined;
}

describeRequests("spec", "Service-API", () => compileFiles("spec"));

describeWithDropbox("the client of the public API", () => {
  describeRequests("dropbox", "Dropbox-API", () => compileFiles(corpusFolder("dropbox")));
});
