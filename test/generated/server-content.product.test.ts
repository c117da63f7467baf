import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileFiles, examplesOf } from "../support/examples.js";
import { generatedPackage } from "../support/packages.js";

const api = compileFiles("spec");
const routes = api.namespaces.flatMap((namespace) => namespace.routes.map((route) => ({ namespace: namespace.name, route })));
const uploads = routes.filter(({ route }) => route.attributes["style"] === "upload");
const downloads = routes.filter(({ route }) => route.attributes["style"] === "download");

describe("a generated server has content", async () => {
  const { createHandler, unimplemented } = await generatedPackage("spec", "server");
  const { toNodeListener } = await generatedPackage("spec", "server/node");
  const content = "0123456789";
  let result: unknown;
  let server: Server;
  let url: string;

  beforeAll(async () => {
    const files: Record<string, unknown> = { ...unimplemented.files };
    const answer = (): unknown => result;
    for (const { namespace, route } of [...uploads, ...downloads]) {
      expect(namespace).toBe("files");
      const name = route.name.replace(/[_/](\w)/g, (_, letter: string) => letter.toUpperCase());
      expect(files).toHaveProperty(name);
      files[name] =
        route.attributes["style"] === "upload"
          ? async (_arg: unknown, body: ReadableStream) => {
              const text = await new Response(body).text();
              return text === content ? answer() : undefined;
            }
          : () => Promise.resolve({ result: answer(), content, etag: "v1" });
    }
    const handler = createHandler({ authenticate: () => ({ kind: "user" }), ...unimplemented, files });
    server = createServer(toNodeListener(handler));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/2/`;
  });

  afterAll(() => server.close());

  const headerSafe = (json: unknown): string =>
    JSON.stringify(json).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

  test.each(uploads)("a generated server has content for $namespace/$route.name", async ({ namespace, route }) => {
    for (const arg of examplesOf(api, route.arg)) {
      [result] = examplesOf(api, route.result);
      const response = await fetch(`${url}${namespace}/${route.name}`, {
        method: "POST",
        headers: { "Content-Type": "application/octet-stream", "Service-API-Arg": headerSafe(arg) },
        body: content,
      });
      expect([response.status, await response.json()]).toEqual([200, result ?? null]);
    }
  });

  test.each(downloads)("a generated server has content from $namespace/$route.name", async ({ namespace, route }) => {
    for (const arg of examplesOf(api, route.arg)) {
      [result] = examplesOf(api, route.result);
      const response = await fetch(`${url}${namespace}/${route.name}?arg=${encodeURIComponent(JSON.stringify(arg))}`, {
        headers: { Range: "bytes=2-5" },
      });
      expect([response.status, await response.text()]).toEqual([206, "2345"]);
      expect(JSON.parse(response.headers.get("Service-API-Result") ?? "")).toEqual(result);
    }
  });

  test("a generated server has content at least for the routes that the specification names", () => {
    expect([uploads.length, downloads.length]).toEqual([4, 3]);
  });
});
