import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldHttpTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { ashlar, binary, folderWith } from "./command-line.js";

const spec = `namespace tasks

struct Task
    id String

route get(Task, Task, Void)
route list(Void, List(Task), Void)
route get_old(Task, Task, Void) deprecated by get
`;

test.each([
  [["--route", "tasks/gt"], "There is no route 'tasks/gt'. Did you mean 'tasks/get'?"],
  [["--route", "tasks_get"], "There is no route 'tasks_get'. Did you mean 'tasks/get'?"],
  [["--route", "tasks/list*"], "There is no route 'tasks/list*'. Did you mean 'tasks/list'?"],
  [["--route", "tasks/get", "--route", "tasks/get:2"], "There is no route 'tasks/get:2'. Did you mean 'tasks/get'?"],
  [["--route", "tasks/get_old"], "The route 'tasks/get_old' is not a tool: it is deprecated, or its style is unknown."],
  [["--server", "nourl"], "'--server' must be a URL such as https://api.example.com"],
  [["--server", "https://u:secret@a.example"], "'--server' must be a URL such as https://api.example.com"],
  [["--http", "70000"], "'--http' must be an integer from 0 to 65535."],
  [["--http", "0", "--host", "0.0.0.0"], "'--host 0.0.0.0' lets other computers call the tools. Choose a '--token'"],
  [["--token", "secret"], "'--token' is for '--http'"],
])("`mcp` refuses %j", async (args, message) => {
  const folder = folderWith({ "tasks.stone": spec });
  const { code, stdout, stderr } = await ashlar(["mcp", "tasks.stone", ...args], { cwd: folder });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("secret");
});

test.each(["reads", "writes", "destroys"])(
  "a pattern of 'effects.%s' that matches no route is refused",
  async (list) => {
    const config = { specs: "tasks.stone", effects: { [list]: { routes: ["tasks/get*", "tasks/lst"] } } };
    const folder = folderWith({ "tasks.stone": spec, "ashlar.config.json": JSON.stringify(config) });
    for (const command of ["mcp", "generate"]) {
      const { code, stderr } = await ashlar([command], { cwd: folder });
      expect(code).toBe(2);
      expect(stderr).toContain(
        `'effects.${list}.routes' has 'tasks/lst', but no route has such a name. Did you mean 'tasks/list'?`,
      );
    }
  },
);

test("MCP-1, MCP-7: a client of the SDK lists and calls tools over standard input and output", async () => {
  const folder = folderWith({ "tasks.stone": spec });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [binary, "mcp", "tasks.stone"],
    cwd: folder,
    stderr: "pipe",
  });
  const client = new Client({ name: "test", version: "1" });
  onTestFinished(() => client.close());
  await client.connect(transport);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["tasks_get", "tasks_list"]);
  const task = { id: "a" };
  expect(await client.callTool({ name: "tasks_get", arguments: task })).toMatchObject({ structuredContent: task });
  const refused = await client.callTool({ name: "tasks_get", arguments: { id: 5 } });
  expect(refused).toMatchObject({ isError: true });
  expect(JSON.stringify(refused)).toContain("id: expected a string, found a number");
});

test("PROD-50: clients of both generations call tools over HTTP, with the token and from no page of another origin", async () => {
  const folder = folderWith({ "tasks.stone": spec });
  const args = [binary, "mcp", "tasks.stone", "--http", "0", "--token", "sesame"];
  const server = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void server.kill("SIGKILL"));
  const [printed] = (await once(server.stdout.setEncoding("utf8"), "data")) as [string];
  const url = printed.trim();
  const [headers, task] = [{ Authorization: "Bearer sesame" }, { id: "a" }];
  const clients = [
    [
      new Client({ name: "new", version: "1" }),
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
    ],
    [new OldClient({ name: "old", version: "1" }), new OldHttpTransport(new URL(url), { requestInit: { headers } })],
  ] as const;
  for (const [client, transport] of clients) {
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["tasks_get", "tasks_list"]);
    expect(await client.callTool({ name: "tasks_get", arguments: task })).toMatchObject({ structuredContent: task });
    await client.close();
  }
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
  const post = (extra: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(url, { method: "POST", headers: { "Content-Type": "application/json", ...extra }, body });
  expect((await post({})).status).toBe(401);
  expect((await post({ Authorization: "Bearer sesam" })).status).toBe(401);
  expect((await post({ ...headers, Origin: "https://evil.example" })).status).toBe(403);
  expect((await fetch(new URL("/", url), { headers })).status).toBe(404);
});
