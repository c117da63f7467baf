import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished, expect, test } from "vitest";
import { parse } from "yaml";
import { binary, folderWith } from "../cli/command-line.js";

interface Step {
  readonly name: string;
  readonly run: string;
  readonly if?: string;
  readonly shell: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Comment {
  readonly id: number;
  readonly user: { readonly type: string };
  body: string;
}

const action = parse(readFileSync("action.yml", "utf8")) as {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};

const old = "namespace shop\n\nstruct Order\n    id String\n\nroute get(Order, Order, Void)\n";
const broken = old.replace("    id String\n", "    id String\n    size UInt64\n");

test("the action annotates a pull request, and writes one comment, which the next run replaces", async () => {
  const github = await startGitHub();
  const project = createProject();
  github.comments.push({ id: 1, user: { type: "User" }, body: "<!-- ashlar-diff -->\ncopied by a person\n" });

  const quiet = await runAction(project, github);
  expect(quiet).toMatchObject({ code: 0, output: "" });
  expect(github.comments).toHaveLength(1);

  writeFileSync(join(project, "spec/shop.stone"), broken);
  const failing = await runAction(project, github);
  expect(failing.code).toBe(1);
  expect(failing.output).toMatch(/^::error file=spec\/shop.stone,line=5,.*An old client sends: /);
  expect(github.comments).toHaveLength(2);
  const { body = "" } = github.comments[1] ?? {};
  expect(body).toContain("**1 breaking change reaches 1 of 1 route.");
  const [, entry = ""] = /add this to `compat.ignore`[^]*?```json\n(.*)\n```/.exec(body) ?? [];
  expect(failing.report).toBe(body);

  // The entry can be pasted.
  writeConfig(project, [JSON.parse(entry) as object]);
  expect(await runAction(project, github)).toMatchObject({ code: 0 });
  expect(github.comments).toHaveLength(2);
  expect(github.comments[1]?.body).toContain("### Ignored");

  writeFileSync(join(project, "spec/shop.stone"), "namespace shop\n\nstruct Order\n    id Gone\n");
  const wrong = await runAction(project, github);
  expect(wrong.code).toBe(2);
  expect(github.comments[1]?.body).toContain(
    "**Nothing was compared.** The [log](https://github.example/o/r/actions/runs/7)",
  );
  expect(github.comments[0]?.body).toContain("copied by a person");
});

test("the action keeps a comment for each API of a pull request, and replaces that of the same API only", async () => {
  const github = await startGitHub();
  const project = createProject();
  writeFileSync(join(project, "spec/shop.stone"), broken);
  const other = { "working-directory": "apis/other" };
  for (const inputs of [{}, other, { new: "spec" }, other, {}]) {
    await runAction(project, github, inputs);
  }
  expect(github.comments.map(({ body }) => body.split("\n")[1])).toEqual([
    "**1 breaking change reaches 1 of 1 route. The next version is major.**",
    "<!-- apis/other -->",
    "<!-- spec -->",
  ]);
});

test("the action finds its comment among hundreds, and works where it may not write any", async () => {
  const github = await startGitHub();
  const project = createProject();
  const others = Array.from({ length: 250 }, (_, id) => ({ id, user: { type: "Bot" }, body: "Another bot." }));
  github.comments.push(...others, { id: 1000, user: { type: "Bot" }, body: "<!-- ashlar-diff -->\nbefore\n" });
  writeFileSync(join(project, "spec/shop.stone"), broken);
  await runAction(project, github);
  expect(github.comments).toHaveLength(251);
  expect(github.comments.at(-1)?.body).toContain("breaking change");

  github.refuse();
  const refused = await runAction(project, github);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain("::warning title=ashlar diff::The comment was not written: GET ");
});

test("the action compares the sides that are named, and writes no comment unless it may", async () => {
  const github = await startGitHub();
  const project = createProject();
  writeFileSync(join(project, "spec/shop.stone"), broken);
  expect(await runAction(project, github, { old: "spec", new: "spec", comment: "false" })).toMatchObject({ code: 0 });
  const failing = await runAction(project, github, { comment: "false" });
  expect(failing.code).toBe(1);
  expect(github.comments).toEqual([]);
  // Outside of pull requests, `compat.against` is the old side.
  expect(
    await runAction(project, github, {}, { "github.base_ref": "", "github.event.pull_request": "" }),
  ).toMatchObject({
    code: 1,
  });
  expect(github.comments).toEqual([]);
});

/** A repository with a specification on `origin/main`. */
function createProject(): string {
  const project = folderWith({ "spec/shop.stone": old });
  writeConfig(project, []);
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: project, encoding: "utf8" });
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "--quiet", "-m", "old");
  git("update-ref", "refs/remotes/origin/main", "HEAD");
  return project;
}

function writeConfig(project: string, ignore: readonly object[]): void {
  const config = { specs: "spec", compat: { against: "git:main", ignore } };
  writeFileSync(join(project, "ashlar.config.json"), JSON.stringify(config));
}

interface GitHub {
  readonly url: string;
  readonly comments: Comment[];
  /** Answers all requests with 403 from now on. */
  refuse(): void;
}

/** The part of GitHub's API that has the comments of pull request 5 of `o/r`. */
async function startGitHub(): Promise<GitHub> {
  const comments: Comment[] = [];
  let isRefusing = false;
  const answer = async (request: IncomingMessage): Promise<[status: number, body: unknown]> => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    if (isRefusing || request.headers.authorization !== "Bearer secret") {
      return [403, {}];
    }
    const page = Number(searchParams.get("page")) - 1;
    const { body } = JSON.parse((await text(request)) || "{}") as { body: string };
    const id = Number(/^\/repos\/o\/r\/issues\/comments\/(\d+)$/.exec(pathname)?.[1]);
    const edited = comments.find((one) => one.id === id);
    if (request.method === "PATCH" && edited !== undefined) {
      edited.body = body;
      return [200, edited];
    }
    if (pathname !== "/repos/o/r/issues/5/comments") {
      return [404, {}];
    }
    if (request.method === "GET") {
      return [200, comments.slice(100 * page, 100 * page + 100)];
    }
    comments.push({ id: comments.length + 2000, user: { type: "Bot" }, body });
    return [201, {}];
  };
  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, comments, refuse: () => void (isRefusing = true) };
}

interface Run {
  readonly code: number;
  readonly output: string;
  readonly report: string | undefined;
}

/** Runs the steps as a runner does: with the shell that it uses, and the values of expressions in the environment. */
async function runAction(
  project: string,
  github: GitHub,
  inputs: Readonly<Record<string, string>> = {},
  context: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const runner = folderWith({ "bin/npx": `#!/bin/sh\nshift 2\nexec node '${binary}' "$@"\n`, output: "" });
  chmodSync(join(runner, "bin/npx"), 0o755);
  const values: Record<string, string> = {
    "github.token": "secret",
    "github.base_ref": "main",
    "github.action_path": resolve("."),
    "github.event.pull_request": "5",
    "github.event.pull_request.number": "5",
    ...context,
  };
  for (const [name, input] of Object.entries(action.inputs)) {
    values[`inputs.${name}`] = inputs[name] ?? evaluate(input.default, values);
  }
  const lines: string[] = [];
  for (const step of action.runs.steps) {
    const conditions = step.if?.split(" && ").map((one) => /^(\S+)(?: == '(.*)')?$/.exec(one) ?? []) ?? [];
    const isMet = ([, name = "", expected]: readonly string[]): boolean =>
      expected === undefined ? (values[name] ?? "") !== "" : values[name] === expected;
    if (!conditions.every(isMet)) {
      continue;
    }
    const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, evaluate(value, values)]);
    const env = {
      PATH: `${join(runner, "bin")}:${process.env["PATH"] ?? ""}`,
      RUNNER_TEMP: runner,
      GITHUB_OUTPUT: join(runner, "output"),
      GITHUB_STEP_SUMMARY: join(runner, "summary"),
      GITHUB_API_URL: github.url,
      GITHUB_SERVER_URL: "https://github.example",
      GITHUB_REPOSITORY: "o/r",
      GITHUB_RUN_ID: "7",
      ...(Object.fromEntries(own) as Record<string, string>),
    };
    const shell = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], { cwd: project, env });
    const [output, [code]] = await Promise.all([text(shell.stdout), once(shell, "close") as Promise<[number]>]);
    lines.push(output);
    for (const line of readFileSync(env.GITHUB_OUTPUT, "utf8").split("\n")) {
      const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
      values[`steps.diff.outputs.${name}`] = value;
    }
    if (code !== 0) {
      return { code, output: lines.join(""), report: reportAt(values["steps.diff.outputs.report"]) };
    }
  }
  return { code: 0, output: lines.join(""), report: reportAt(values["steps.diff.outputs.report"]) };
}

/** A text with expressions of names alone. */
function evaluate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\$\{\{ (\S+) \}\}/g, (_, name: string) => values[name] ?? "");
}

function reportAt(path = ""): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
