import { Client, InMemoryTransport, type CallToolResult } from "@modelcontextprotocol/client";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, onTestFinished, test } from "vitest";
import * as auth from "../../generated/src/auth/index.js";
import * as files from "../../generated/src/files/index.js";
import { createClient } from "../../generated/src/index.js";
import { createMcpServer, type McpServerOptions } from "../../generated/src/mcp/index.js";
import * as team from "../../generated/src/team/index.js";
import { createTwin } from "../../generated/src/testing/index.js";

const twin = createTwin();
const api = createClient({
  accessToken: "secret-token",
  appKey: "k",
  appSecret: "s",
  hosts: "http://twin",
  fetch: twin.fetch,
  retry: false,
});
const someRoutes = [
  files.getMetadata,
  files.listFolder,
  files.upload,
  files.download,
  files.delete_,
  team.groupsDelete,
  team.teamFolderGetInfo,
  team.getInfo,
  auth.tokenFromOauth1,
];

/** A client of the official SDK, connected to a server of these routes. */
async function connect(options: Partial<McpServerOptions> = {}): Promise<Client> {
  const server = createMcpServer({ client: api, routes: someRoutes, ...options });
  const client = new Client({ name: "test", version: "1" });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(one), client.connect(other)]);
  onTestFinished(async () => {
    await client.close();
    twin.reset();
  });
  await client.listTools(); // from then on the client checks results by their schemas
  return client;
}

async function call(
  client: Client,
  name: string,
  args: object = {},
): Promise<{ text: string; result: CallToolResult }> {
  const result = await client.callTool({ name, arguments: { ...args } });
  return { result, text: result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n") };
}

describe("MCP-7: with the client of the SDK", () => {
  test("MCP-2, MCP-3: routes are tools, with schemas that strict validators accept", async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(someRoutes.length);
    for (const { inputSchema, outputSchema } of tools) {
      const ajv = new Ajv2020({ strict: true, allErrors: true });
      ajv.compile(inputSchema);
      ajv.compile((outputSchema ?? {}) as object);
    }
    const found = (name: string): unknown => tools.find((tool) => tool.name === name);
    expect(found("files_get_metadata")).toMatchObject({
      title: "Files: get metadata",
      description: "Returns the metadata of a file or folder. The root has none.",
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      inputSchema: { required: ["path"] },
    });
    expect(found("files_delete")).toMatchObject({ annotations: { readOnlyHint: false, destructiveHint: true } });
    expect(found("files_upload")).toMatchObject({
      title: "Files: upload",
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    });
  });

  test("a call of a tool returns its result as text and as data", async () => {
    const client = await connect();
    const { result, text } = await call(client, "files_get_metadata", { path: "/a" });
    expect(result.structuredContent).toMatchObject({ ".tag": "file", size: expect.any(Number) as number });
    expect(JSON.parse(text)).toEqual(result.structuredContent);
    const items = await call(client, "team_team_folder_get_info", { team_folder_ids: ["1"] });
    expect(items.result.structuredContent).toMatchObject({ items: [{ ".tag": "team_folder_metadata" }] });
    await call(client, "team_groups_delete", { ".tag": "group_id", group_id: "g:1" });
    await call(client, "team_get_info");
    expect(twin.calls().map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test("MCP-4: errors of tools say their path, the description of the tag, and the place of a wrong argument", async () => {
    const client = await connect();
    twin.fail(files.getMetadata, "path/not_found", { message: { text: "Look elsewhere.", locale: "en" } });
    const missing = await call(client, "files_get_metadata", { path: "/a" });
    expect([missing.result.isError, missing.text]).toEqual([
      true,
      "files/get_metadata failed: path/not_found. There is nothing at the path. Look elsewhere.",
    ]);
    const wrong = await call(client, "files_get_metadata", { path: 7 });
    expect([wrong.result.isError, wrong.text]).toEqual([
      true,
      "Invalid argument: path: expected a string, found a number",
    ]);
    twin.plan({ route: "team/get_info", status: 503 });
    const broken = await call(client, "team_get_info");
    expect(broken.result.isError).toBe(true);
    expect(broken.text).toMatch(/^ServerError: /);
    expect(broken.text).not.toMatch(/\n\s+at /);
    const unknown = await call(client, "files_get_metdata");
    expect([unknown.result.isError, unknown.text]).toEqual([
      true,
      "There is no tool files_get_metdata. Did you mean files_get_metadata?",
    ]);
    expect((await call(client, "no_such_tool")).text).toBe("There is no tool no_such_tool.");
  });

  test("a call of a tool can be cancelled", async () => {
    const client = await connect();
    twin.plan({ route: "team/get_info", delayMs: 60_000 });
    const abort = new AbortController();
    const running = client.callTool({ name: "team_get_info", arguments: {} }, { signal: abort.signal });
    setTimeout(() => abort.abort(new Error("enough")), 20);
    await expect(running).rejects.toThrow("enough");
  });

  test("MCP-5: redacted fields are masked, unless they are to be revealed; tokens are in no argument", async () => {
    const args = { oauth1_token: "one", oauth1_token_secret: "two" };
    const hidden = await call(await connect(), "auth_token_from_oauth1", args);
    expect(hidden.text).toContain("****");
    const shown = await call(await connect({ reveal: true }), "auth_token_from_oauth1", args);
    expect(shown.text).not.toContain("****");
    const { tools } = await (await connect()).listTools();
    expect(JSON.stringify(tools)).not.toMatch(/secret-token|access_token|Authorization/);
  });

  test("MCP-6: content is text, Base64 or a file; downloads and results have a limit", async () => {
    const client = await connect({
      maxBytes: 300,
      openFile: (path) => Promise.resolve(new TextEncoder().encode(path)),
    });
    for (const content of [{ text: "four" }, { base64: btoa("four") }, { file: "four" }]) {
      const { result } = await call(client, "files_upload", { arg: { path: "/a" }, content });
      expect([content, result.structuredContent]).toMatchObject([content, { size: 4 }]);
    }
    for (const content of [
      "hi",
      5,
      null,
      [],
      {},
      { txt: "hi" },
      { text: 5 },
      { text: "a", base64: btoa("a") },
      undefined,
    ]) {
      const { result, text } = await call(client, "files_upload", { arg: { path: "/a" }, content });
      expect([content, result.isError, text]).toEqual([
        content,
        true,
        'Invalid argument: content must be exactly one of { "text": … }, { "base64": … } and { "file": … }, each with a string.',
      ]);
    }
    const garbled = await call(client, "files_upload", { arg: { path: "/a" }, content: { base64: "?" } });
    expect([garbled.result.isError, garbled.text]).toEqual([true, "Invalid argument: content.base64 is not Base64."]);
    expect(twin.calls(files.upload)).toHaveLength(3);
    const closed = await call(await connect(), "files_upload", { arg: { path: "/a" }, content: { file: "/etc/x" } });
    expect(closed.text).toBe("This server opens no files. Pass text or base64.");
    const download = await call(client, "files_download", { path: "/a" });
    expect(download.text).toMatch(/The content was cut after 300 bytes of \d+\./);
    const list = await call(client, "files_list_folder", { path: "" });
    expect(list.text).toMatch(/Lists were truncated: \d items are omitted/);
    expect(list.result.structuredContent).toMatchObject({ entries: expect.any(Array) as unknown[] });
  });

  test("MCP-2: an API with many routes has three tools, which find, describe and call them", async () => {
    const client = await connect({ routes: undefined });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["search_routes", "describe_route", "call_route"]);
    expect(tools.map(({ title }) => title)).toEqual(["Search routes", "Describe a route", "Call a route"]);
    expect(tools.map(({ annotations }) => Object.keys(annotations ?? {}).length)).toEqual([4, 4, 4]);
    expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual([true, true, false]);
    const found = JSON.parse((await call(client, "search_routes", { words: "rename team folder" })).text) as {
      routes: { route: string }[];
    };
    expect(found.routes.map(({ route }) => route)).toContain("team_team_folder_rename");
    const described = await call(client, "describe_route", { route: "team_team_folder_rename" });
    expect(described.text).toContain('"team_folder_id"');
    const called = await call(client, "call_route", {
      route: "team_team_folder_rename",
      arguments: { team_folder_id: "1", name: "New" },
    });
    expect(JSON.parse(called.text)).toMatchObject({ name: "New" });
    const unknown = await call(client, "call_route", { route: "files_get_metdata" });
    expect([unknown.result.isError, unknown.text]).toEqual([
      true,
      "There is no route files_get_metdata. Did you mean files_get_metadata? Find routes with search_routes.",
    ]);
    expect((await call(client, "files_get_metadata")).text).toBe(
      "There is no tool files_get_metadata. Call routes with call_route.",
    );
  });

  test.each([
    [
      "search_routes",
      { query: "rename" },
      "There is no argument query. The argument words is missing. search_routes takes words (string).",
    ],
    [
      "search_routes",
      { words: 7 },
      "The argument words is not of the type string. search_routes takes words (string).",
    ],
    [
      "call_route",
      { arg: {} },
      "There is no argument arg. The argument route is missing. call_route takes route (string), arguments (object).",
    ],
    [
      "call_route",
      { route: "files/copy", arguments: [] },
      "The argument arguments is not of the type object. call_route takes route (string), arguments (object).",
    ],
  ])("MCP-8: %s refuses %j", async (tool, args, message) => {
    const { result, text } = await call(await connect({ routes: undefined }), tool, args);
    expect([result.isError, text]).toEqual([true, message]);
  });

  test.each(["files_get_metadata", "files/get_metadata", "files/get_metadata:1"])(
    "MCP-8: routes may be named as in the specification: %s",
    async (route) => {
      const client = await connect({ routes: undefined });
      expect((await call(client, "describe_route", { route })).text).toContain('"include_deleted"');
      expect((await call(client, "call_route", { route, arguments: { path: "/a" } })).text).toContain('".tag"');
    },
  );

  test.each([
    ["rename team folder", "team_team_folder_rename"],
    ["folder renaming team", "team_team_folder_rename"],
    ["rename file", "files_move"],
    ["removing groups", "team_groups_delete"],
    ["get a file's metadata", "files_get_metadata"],
  ])("MCP-8: the words %j find a route in any order and form, the best ones first", async (words, route) => {
    const { text } = await call(await connect({ routes: undefined }), "search_routes", { words });
    const { routes } = JSON.parse(text) as { readonly routes: readonly { readonly route: string }[] };
    expect(routes.slice(0, 3).map((each) => each.route)).toContain(route);
  });

  test("MCP-8: words that say nothing do not change what a search finds, unless there are no others", async () => {
    const client = await connect({ routes: undefined });
    const search = async (words: string): Promise<readonly string[]> => {
      const { text } = await call(client, "search_routes", { words });
      return (JSON.parse(text) as { readonly routes: readonly { readonly route: string }[] }).routes.map(
        ({ route }) => route,
      );
    };
    expect(await search("How can I please rename the folder of a team?")).toEqual(await search("rename folder team"));
    expect(await search("of the")).not.toEqual([]);
  });

  test("MCP-8: a description has at most 2,000 characters, and what it leaves out can be had", async () => {
    const client = await connect({ routes: undefined });
    const { text } = await call(client, "search_routes", { words: "get list create delete team files" });
    const { routes } = JSON.parse(text) as { readonly routes: readonly { readonly route: string }[] };
    for (const { route } of routes) {
      for (const result of [false, true]) {
        const { text: described, result: answer } = await call(client, "describe_route", { route, result });
        expect([route, answer.isError === true ? 0 : described.length]).toEqual([
          route,
          expect.toSatisfy((n: number) => n <= 2_000),
        ]);
        const type = /such as ([\w.]+)[,.]/.exec(described)?.[1];
        if (type !== undefined) {
          expect((await call(client, "describe_route", { route, result, type })).text).toContain(`"type":"${type}"`);
        }
      }
    }
  });
});
