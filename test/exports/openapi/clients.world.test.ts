import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient as generateHeyApi } from "@hey-api/openapi-ts";
import { build } from "esbuild";
import openapiTS, { astToString } from "openapi-typescript";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { printJson } from "../../../src/ir/print-json.js";
import { Lookup } from "../../../src/ir/walk.js";
import { buildOpenApi } from "../../../src/exports/openapi/document.js";
import { callerView } from "../../../src/values/caller-view.js";
import { chosenValue } from "../../../src/values/chosen-value.js";
import { generatedRoutes } from "../../support/client-methods.js";
import { compilerErrors } from "../../support/compiler-errors.js";
import { compileFiles } from "../../support/examples.js";
import { generatedPackage } from "../../support/packages.js";

const api = compileFiles("spec");
const lookup = new Lookup(callerView(api, []).api);

/** The JSON of a result by route. */
const results = new Map<string, unknown>(
  api.namespaces.flatMap(({ name, routes }) =>
    routes.map((route) => [`${name}/${route.name}:${route.version}`, chosenValue(route.result, lookup)] as const),
  ),
);

/** The RPC routes, with the JSON of an argument. */
const calls = api.namespaces.flatMap(({ name: namespace, routes }) =>
  routes
    .filter(({ attributes }) => attributes["style"] === "rpc")
    .map((route) => {
      const suffix = route.version === 1 ? "" : `_v${route.version}`;
      return {
        id: `${namespace}/${route.name}:${route.version}`,
        path: `/2/${namespace}/${route.name}${suffix}`,
        operation: `${namespace}_${route.name.replaceAll("/", "_")}${suffix}`,
        arg: route.arg.kind === "void" ? undefined : printJson(chosenValue(route.arg, lookup) ?? null, { levels: 0 }),
      };
    }),
);

/** What the documentation shows about uploads. */
const [, uploads = ""] = /```ts\n(const headerSafe [^]*?)```/.exec(readFileSync("docs/exporting.md", "utf8")) ?? [];

/** A program that calls each route with both clients, and narrows what it receives. */
const program = `
import createClient from "openapi-fetch";
import type { paths } from "./api.js";
import { client as heyApi } from "./hey-api/client.gen.js";
import * as sdk from "./hey-api/index.js";

type Fetch = (request: Request) => Promise<Response>;

export async function callAll(fetch: Fetch): Promise<Record<string, number[]>> {
  const client = createClient<paths>({ baseUrl: "http://server.test", fetch });
  heyApi.setConfig({ baseUrl: "http://server.test", fetch: (input, init) => fetch(new Request(input, init)) });
  return {
${calls
  .map(({ id, path, operation, arg }) => {
    const body = arg === undefined ? "" : `{ body: ${arg} }`;
    return `    ${JSON.stringify(id)}: [
      (await client.POST(${JSON.stringify(path)}${body === "" ? "" : `, ${body}`})).response.status,
      (await sdk.${camelCase(operation)}(${body})).response?.status ?? 0,
    ],`;
  })
  .join("\n")}
  };
}

export async function describeItem(fetch: Fetch, path: string): Promise<string> {
  const client = createClient<paths>({ baseUrl: "http://server.test", fetch });
  const { data, error } = await client.POST("/2/files/get_metadata", { body: { path } });
  if (data !== undefined) {
    return data[".tag"] === "file" ? \`\${data.name}: \${data.size.toFixed()}\` : data[".tag"];
  }
  if (typeof error === "object" && "error" in error && error.error[".tag"] === "path") {
    return \`\${error.error.path[".tag"]} (\${error.user_message?.text ?? "nothing to say"})\`;
  }
  return "another error";
}

export async function describeItemWithHeyApi(fetch: Fetch, path: string): Promise<string> {
  heyApi.setConfig({ baseUrl: "http://server.test", fetch: (input, init) => fetch(new Request(input, init)) });
  const { data, error } = await sdk.filesGetMetadata({ body: { path } });
  if (data !== undefined) {
    return data[".tag"] === "file" ? \`\${data.name}: \${data.size.toFixed()}\` : data[".tag"];
  }
  if (typeof error === "object" && "error" in error && error.error[".tag"] === "path") {
    return \`\${error.error.path[".tag"]} (\${error.user_message?.text ?? "nothing to say"})\`;
  }
  return "another error";
}

export async function uploadAsDocumented(fetch: Fetch, body: string): Promise<void> {
  const client = createClient<paths>({ baseUrl: "http://server.test", fetch });
  heyApi.setConfig({ baseUrl: "http://server.test", fetch: (input, init) => fetch(new Request(input, init)) });
  const { filesUpload } = sdk;
${uploads}}

// @ts-expect-error: a client that accepts anything would compile too
export const wrong: sdk.FilesListFolderData["body"] = { pat: "" };

// A mode may be a bare tag; fields with defaults may be left out.
type Upload = paths["/2/files/upload"]["post"]["requestBody"];
export const withDefaults: sdk.FilesListFolderData["body"] = { path: "" };
export const upload: Upload = { content: { "application/octet-stream": "text" } };
`;

interface Program {
  callAll(fetch: unknown): Promise<Record<string, number[]>>;
  describeItem(fetch: unknown, path: string): Promise<string>;
  describeItemWithHeyApi(fetch: unknown, path: string): Promise<string>;
  uploadAsDocumented(fetch: unknown, body: string): Promise<void>;
}

describe("OAPI-4: clients that others generate from the document of spec/", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(inject("temporary"), "clients-"));
    const document = join(folder, "openapi.json");
    await writeFile(document, printJson(buildOpenApi(api, { name: "spec" }).document));
    await writeFile(join(folder, "api.ts"), astToString(await openapiTS(pathToFileURL(document))));
    await generateHeyApi({ input: document, output: join(folder, "hey-api"), logs: { level: "silent", file: false } });
    await writeFile(join(folder, "program.ts"), program);
    await mkdir(join(folder, "node_modules"));
    for (const name of ["openapi-fetch", "openapi-typescript-helpers"]) {
      await symlink(resolve("node_modules", name), join(folder, "node_modules", name));
    }
  });

  test("OAPI-4: clients that others generate compile in strict mode, with the argument of each RPC route, and narrow by tags", async () => {
    const compilerOptions = {
      target: "es2022",
      module: "esnext",
      moduleResolution: "bundler",
      lib: ["es2022", "dom", "dom.iterable"],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
    };
    const project = { compilerOptions, files: ["program.ts"] };
    expect(await compilerErrors("typescript-newest", folder, project)).toBe("");
  });

  test("OAPI-4: clients that others generate are answered by our server", async () => {
    const outfile = join(folder, "program.mjs");
    await build({ entryPoints: [join(folder, "program.ts")], outfile, bundle: true, format: "esm", platform: "node" });
    const clients = (await import(pathToFileURL(outfile).href)) as Program;
    const handler = await serverOf((id) => results.get(id));
    const statuses = Object.entries(await clients.callAll(handler)).flatMap(([id, all]) =>
      all.map((status) => `${id} ${status}`),
    );
    expect(statuses).toEqual(calls.flatMap(({ id }) => [`${id} 200`, `${id} 200`]));
    for (const name of ["describeItem", "describeItemWithHeyApi"] as const) {
      expect(await clients[name](handler, "/a")).toMatch(/: \d+$/);
      expect(await clients[name](handler, "/missing")).toBe("not_found (Nothing is there.)");
    }
    const uploaded: string[] = [];
    await clients.uploadAsDocumented(async (request: Request) => {
      const response = await handler(request);
      uploaded.push(`${new URL(request.url).host} ${response.status}`);
      return response;
    }, "content");
    expect(uploaded).toEqual(["content.example.com 200", "content.example.com 200"]);
  });
});

/** A generated server whose handlers return these results. */
async function serverOf(resultOf: (id: string) => unknown): Promise<(request: Request) => Promise<Response>> {
  const { createHandler, routeError, unimplemented } = await generatedPackage("spec", "server");
  const handlers: Record<string, Record<string, unknown>> = {};
  for (const { folder: namespace, constant, route } of await generatedRoutes("spec")) {
    const id = `${route.name}:${route.version}`;
    handlers[namespace] ??= { ...(unimplemented as Record<string, object>)[namespace] };
    handlers[namespace][constant.replace(/_$/, "")] = (arg: { readonly path?: string } | undefined) => {
      if (id === "files/get_metadata:1" && arg?.path === "/missing") {
        throw routeError(
          route,
          { ".tag": "path", path: { ".tag": "not_found" } },
          { text: "Nothing is there." },
        ) as Error;
      }
      return Promise.resolve(route.decodeResult(resultOf(id) ?? null));
    };
  }
  const options = { ...unimplemented, ...handlers, authenticate: () => ({}) };
  return createHandler(options) as (request: Request) => Promise<Response>;
}

function camelCase(name: string): string {
  return name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase());
}
