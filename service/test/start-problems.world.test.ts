import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { createClient as createControls } from "#controls";
import { createClient } from "cloud-storage-api";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { embeddedDatabase } from "../src/database/embedded.js";
import { prepareFolder, readDemoData } from "../src/demo/demo-data.js";
import { checkPorts } from "../src/demo/run-demo.js";
import { startService, type RunningService } from "../src/service.js";
import { readSettings } from "../src/settings.js";
import { runCommand as runInProcess } from "./support/command.js";
import { dataFolder, emptyFolder, quickStart } from "./support/process.js";

/** How long a test may take that starts the demo many times, in milliseconds. */
const startTimeout = 900_000;

describe("the demo", () => {
  test(
    "the demo prints a working call, an app and all URLs, and keeps its data and its token",
    async () => {
      const made = await madeDemo();
      for (const part of ["Admin console", "dressed stone", "App key", "App secret", "Test controls", "Invitations"]) {
        expect(made.greeting).toContain(part);
      }
      const cwd = copyOf(made);
      const first = startDemo(cwd);
      const text = await first.greeting;
      const [url = "", token = ""] = [/curl (http\S+)/.exec(text)?.[1], /Bearer (\S+?)'/.exec(text)?.[1]];
      const { origin } = new URL(url);
      const client = createClient({ hosts: origin, accessToken: token });
      const { entries } = await client.files.listFolder({ path: "" });
      expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(["Welcome.md", "Plans", "Drawings"]));
      expect((await client.files.listFolder({ path: "/Plans" })).entries.length).toBeGreaterThan(0);
      const second = startDemo(cwd, ["invitations"]);
      expect(await second.ended).toBe(0);
      expect(second.output()).toMatch(/birgit@stonemasons\.example to Stonemasons\n {2}http\S+\/invitations\//);
      const invitation = /http\S+\/invitations\/\S+/.exec(second.output())?.[0] ?? "";
      expect((await fetch(invitation)).status).toBe(200);
      expect(await first.end()).toBe(0);

      expect(made.greeting).toContain(token);
    },
    startTimeout,
  );

  test("the demo names the ports that are in use, and how to choose others", async () => {
    const [one, two] = [await takePort(), await takePort()];
    const check = (PORT: string, consolePort: string): Promise<void> =>
      checkPorts(readSettings({ PORT }), Number(consolePort));
    await expect(check(one, "0")).rejects.toThrow(new RegExp(`Port ${one} is in use .*choose another.*PORT=`));
    await expect(check("0", two)).rejects.toThrow(new RegExp(`Port ${two} is in use .*ADMIN_PORT=`));
    await expect(check(one, two)).rejects.toThrow(`Ports ${one} and ${two} are in use`);
    await expectProblem(
      startDemo(emptyFolder(), [], { ADMIN_PORT: "x" }),
      /^The demo cannot start: ADMIN_PORT must be an integer from 0 to 999999999/,
    );
  });

  test(
    "the demo says in one sentence what is wrong with its data, and what to do",
    async () => {
      const cwd = copyOf(await madeDemo());
      const running = startDemo(cwd);
      const [consoleUrl = "", serviceUrl = ""] = (await running.greeting).match(/http\S+:\d+/g) ?? [];
      const second = startDemo(cwd);
      await expectProblem(second, /^The demo cannot start: The demo is already running\..* Use it, or stop it first\./);
      expect(second.errors()).toContain(`Its console is at ${consoleUrl}, and its service at ${serviceUrl}.`);
      await running.end();

      const folder = join(cwd, "data/demo");
      const data = readFileSync(join(folder, "demo.json"), "utf8");
      const damaged = /The demo data in \S+ is damaged\. Delete this folder and start the demo again\./;
      writeFileSync(join(folder, "demo.json"), data.slice(0, 20));
      expect(() => readDemoData(folder)).toThrow(damaged);
      writeFileSync(join(folder, "demo.json"), data.replaceAll("cst.", "cst.x"));
      await expectProblem(startDemo(cwd), damaged);
      writeFileSync(join(folder, "demo.json"), data);
      rmSync(join(folder, "database/postgres/global"), { recursive: true });
      await expect(embeddedDatabase(join(folder, "database"))).rejects.toThrow(
        /The database in \S+ is damaged or incomplete\. .*delete it/,
      );
      rmSync(join(folder, "contents"), { recursive: true });
      await expect(prepareFolder(folder)).rejects.toThrow(damaged);
    },
    startTimeout,
  );
});

describe("the commands of an operator", () => {
  test("the commands of an operator add apps and teams, and list invitations, while the service runs without test controls", async () => {
    const DATA_FOLDER = dataFolder();
    const { url } = await startHere({ DATA_FOLDER });
    const team = runCommand(DATA_FOLDER, ["add-team", "--name", "Masons", "--admin", "mia@example.com"]);
    expect(await team.ended).toBe(0);
    const link = /http\S+\/invitations\/\S+/.exec(team.output())?.[0] ?? "";
    expect(link.startsWith(url)).toBe(true);
    expect(await (await fetch(link)).text()).toContain("Join Masons");
    const invitations = await runInProcess({ DATA_FOLDER }, ["invitations"]);
    const [, again = ""] = /^mia@example\.com to Masons\n {2}(\S+)\n$/.exec(invitations) ?? [];
    expect((await fetch(again)).status).toBe(200);
    const app = await runInProcess({ DATA_FOLDER }, [
      ...["add-app", "--name", "Console", "--kind", "team"],
      ...["--redirect-uri", "http://localhost:8080/callback"],
    ]);
    const key = /App key\s+(\S+)/.exec(app)?.[1] ?? "";
    const page = await fetch(`${url}/oauth2/authorize?response_type=code&client_id=${key}`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Console")]);
  });

  test("the commands of an operator work on the data of a service that does not run", async () => {
    const DATA_FOLDER = dataFolder();
    const team = runCommand(DATA_FOLDER, ["add-team", "--name", "Masons", "--admin", "mia@example.com"]);
    expect(await team.ended).toBe(0);
    const { url } = await startHere({ DATA_FOLDER, TEST_CONTROLS: "1" });
    const { controls } = createControls({ hosts: url });
    await expect(controls.addTeam({ members: [{ email: "mia@example.com" }] })).rejects.toThrow("impossible");
  });

  test("the commands of an operator say in one sentence what is wrong with a command", async () => {
    const DATA_FOLDER = dataFolder();
    await startHere({ DATA_FOLDER }); // it answers sooner than a command that opens the database
    for (const [args, problem] of [
      [
        ["add-ap"],
        'Unknown command "add-ap". The commands are add-app, add-team, audit, backup, invitations, migrate, remove-passkeys, reset-password, restore, tokens, verify and help.',
      ],
      [["add-app"], '--name is missing. Run the command "help" for the options.'],
      [["add-app", "--name", "A", "--kind", "x"], '--kind is "x". Choose one of user, team.'],
      [["add-app", "--name", "A", "--redirect-uri", "http://example.com"], "It must use HTTPS, except on localhost"],
      [
        ["add-team", "--name", "A", "--admin", "nobody"],
        'The administrator cannot be invited: --admin is "nobody". It must be an email address.',
      ],
      [
        ["add-team", "--name", "A", "--admin", "a@example.com", "--surname", "a/b"],
        "--given-name and --surname must have",
      ],
      [["add-team", "--name", "A", "--admin", "a@example.com", "--licenses", "0"], "--licenses"],
      [["add-app", "--nam", "A"], "Unknown option '--nam'"],
    ] as const) {
      await expect(runInProcess({ DATA_FOLDER }, args)).rejects.toThrow(problem);
    }
    await expectProblem(runCommand(DATA_FOLDER, ["add-app"]), /^The command failed: --name is missing\./);
    const help = runCommand(DATA_FOLDER, ["help"]);
    expect([await help.ended, help.output()]).toEqual([0, expect.stringContaining("add-team --name NAME")]);
  });

  test("the commands of an operator need the key in the data folder, which only its owner can read", async () => {
    const DATA_FOLDER = dataFolder();
    const running = await startService(readSettings({ PORT: "0", LOG_LEVEL: "silent", DATA_FOLDER }));
    const { url } = JSON.parse(readFileSync(join(DATA_FOLDER, "operator.json"), "utf8")) as { url: string };
    const headers = { Authorization: "Bearer guess" };
    expect((await fetch(url, { method: "POST", headers, body: '["invitations"]' })).status).toBe(401);
    await running.stop();
    expect(existsSync(join(DATA_FOLDER, "operator.json"))).toBe(false);
  });
});

test("a database that has lost its main file is not replaced by an empty one", async () => {
  const DATA_FOLDER = dataFolder(); // a service was started and stopped there
  rmSync(join(DATA_FOLDER, "database/postgres/PG_VERSION"));
  await expect(startHere({ DATA_FOLDER })).rejects.toThrow(/^The database in \S+ is damaged or incomplete\./);
  expect(existsSync(join(DATA_FOLDER, "database/postgres/PG_VERSION"))).toBe(false);
});

/** Starts the service in the process of the tests, until the test ends. */
async function startHere(environment: Readonly<Record<string, string>>): Promise<RunningService> {
  const running = await startService(readSettings({ PORT: "0", LOG_LEVEL: "silent", ...environment }));
  onTestFinished(() => running.stop());
  return running;
}

/** A program that has been started. */
interface Program {
  /** What it has written when it is ready; rejects if it ends before. */
  readonly greeting: Promise<string>;
  readonly output: () => string;
  readonly errors: () => string;
  /** Resolves to its exit code when it has ended. */
  readonly ended: Promise<number | null>;
  readonly end: () => Promise<number | null>;
}

function startDemo(cwd: string, args: readonly string[] = [], environment: Record<string, string> = {}): Program {
  return startProgram("demo.js", args, cwd, { PORT: "0", ADMIN_PORT: "0", ...environment });
}

function runCommand(DATA_FOLDER: string, args: readonly string[]): Program {
  return startProgram("main.js", args, DATA_FOLDER, { DATA_FOLDER });
}

function startProgram(
  name: string,
  args: readonly string[],
  cwd: string,
  environment: Record<string, string>,
): Program {
  const env = { ...process.env, VITEST: undefined, NODE_ENV: undefined, ...environment };
  const child = spawn(process.execPath, [...quickStart, join(import.meta.dirname, "../dist", name), ...args], {
    cwd,
    env,
  });
  let [output, errors] = ["", ""];
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  child.stdout.setEncoding("utf8");
  const ended = once(child, "close").then(([code]) => code as number | null);
  const greeting = new Promise<string>((done, fail) => {
    child.stdout.on("data", (text: string) => {
      output += text;
      if (output.includes("Press Ctrl+C")) {
        done(output);
      }
    });
    void ended.then((code) => fail(new Error(`It has ended with ${String(code)}: ${errors}`)));
  });
  greeting.catch(() => undefined); // a test may expect that it does not start
  const end = (): Promise<number | null> => {
    child.kill("SIGTERM");
    return ended;
  };
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { greeting, output: () => output, errors: () => errors, ended, end };
}

/** A demo that has made its data and was stopped. */
interface MadeDemo {
  readonly folder: string;
  readonly greeting: string;
}

let making: Promise<MadeDemo> | undefined;

/** A demo for all tests of this file, as making its data takes seconds. */
function madeDemo(): Promise<MadeDemo> {
  making ??= makeDemo();
  return making;
}

async function makeDemo(): Promise<MadeDemo> {
  const folder = mkdtempSync(join(inject("databases").temporary, "demo-"));
  const demo = startDemo(folder);
  const greeting = await demo.greeting;
  expect(await demo.end()).toBe(0);
  return { folder, greeting };
}

/** A copy of a demo, which is removed when the test is over. */
function copyOf({ folder }: MadeDemo): string {
  const copy = emptyFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** Expects a program to fail with one line that matches. */
async function expectProblem(program: Program, problem: RegExp): Promise<void> {
  expect(await program.ended).toBe(1);
  expect(program.errors()).toMatch(problem);
  expect(program.errors().trimEnd().split("\n")).toHaveLength(1);
}

/** Listens on a port until the test ends. Returns the port. */
async function takePort(): Promise<string> {
  const server: Server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.close();
  });
  return String((server.address() as AddressInfo).port);
}
