import { transform } from "esbuild";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { folderWithPackages } from "../../test/support/folder-with-packages.js";
import { addApp } from "./support/people.js";
import { webhooks } from "./support/receiver.js";
import { describeService } from "./support/service.js";

/** The last program of a page of the documentation. */
function documentedProgram(page: string): string {
  return [...readFileSync(page, "utf8").matchAll(/^```ts\n([^]*?)^```/gm)].at(-1)?.[1] ?? "";
}

interface RunningProgram {
  readonly url: string;
  readonly output: () => string;
  readonly kill: () => Promise<void>;
}

async function start(program: string, environment: Readonly<Record<string, string>>): Promise<RunningProgram> {
  const child = spawn(process.execPath, [program], { env: { ...process.env, ...environment } });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  const kill = async (): Promise<void> => {
    if (child.exitCode === null && child.kill("SIGKILL")) {
      await once(child, "exit");
    }
  };
  onTestFinished(kill);
  const port = await vi.waitUntil(() => {
    expect(child.exitCode, output).toBeNull();
    return /"port":(\d+)/.exec(output)?.[1];
  }, 500_000);
  return { url: `http://127.0.0.1:${port}`, output: () => output, kill };
}

describeService("the application of the documentation", (service) => {
  test("PROD-30, PROD-42: the documented application archives each file once, also across restarts, is traced and notified", async () => {
    const folder = folderWithPackages();
    const code = documentedProgram("docs/in-production.md");
    expect(code.split("\n").length).toBeLessThanOrEqual(81);
    const program = join(folder, "archive.js");
    writeFileSync(program, (await transform(code, { loader: "ts", format: "esm", target: "node20" })).code);
    const { id, admin } = await service.team();
    const app = await addApp(service, { kind: "team", permissions: ["Team member file access"] });
    const { access_token } = await service.controls.issueToken({
      app_key: app.key,
      owner: { ".tag": "team_id", team_id: id },
    });
    const environment = {
      API_URL: service.url,
      API_TOKEN: access_token,
      MEMBER_ID: admin.team_member_id,
      WEBHOOK_SECRET: app.secret,
      STATE: join(folder, "state.json"),
    };
    const member = service.clientWith(access_token).asMember(admin.team_member_id).files;
    await member.createFolder({ path: "/Archive" });
    await member.upload({ path: "/one.txt" }, "1");
    const first = await start(program, environment);
    const copied = async ({ url }: RunningProgram): Promise<unknown> => (await fetch(`${url}/copied`)).json();
    await vi.waitUntil(async () => JSON.stringify(await copied(first)) === '["one.txt"]', 500_000);
    expect((await webhooks(service, app, "PUT", { url: `${first.url}/webhook` })).status).toBe(200);
    await member.upload({ path: "/two.txt" }, "2");
    await vi.waitUntil(async () => JSON.stringify(await copied(first)) === '["one.txt","two.txt"]', 500_000);
    await vi.waitUntil(() => first.output().includes("notified of list_folder,delta"), 500_000);
    expect(first.output()).toContain("'rpc.method': 'files/copy'");
    await first.kill();
    await member.upload({ path: "/three.txt" }, "3");
    const second = await start(program, environment);
    await vi.waitUntil(async () => JSON.stringify(await copied(second)).endsWith('"three.txt"]'), 500_000);
    const names: string[] = [];
    for await (const { name } of member.listFolder({ path: "/Archive" }).items()) {
      names.push(name);
    }
    expect(names.sort()).toEqual(["one.txt", "three.txt", "two.txt"]);
  });
});
