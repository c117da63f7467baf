import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { codeSamples } from "../../src/site/code/samples.js";
import { Site } from "../../src/site/site.js";
import { callerView } from "../../src/values/caller-view.js";
import { errorsWithPackage } from "../support/compile-with-package.js";
import { packageFolder } from "../support/packages.js";
import { subject } from "../twin/twin-of.js";
import { siteApi, siteNames, siteOptions } from "./sites.js";

interface Program {
  readonly route: string;
  readonly title: string;
  readonly code: string;
}

/** The programs of all route pages of a site. */
function programsOf(name: string): Program[] {
  const api = siteApi(name);
  const site = new Site(callerView(api, []).api, api, siteOptions(name), undefined);
  return site.api.namespaces.flatMap((namespace) =>
    namespace.routes.flatMap((route) =>
      codeSamples(route, namespace, site).map(({ title, code }) => ({
        route: `${namespace.name}/${route.name}`,
        title,
        code,
      })),
    ),
  );
}

const programs = new Map(siteNames.map((name) => [name, programsOf(name)]));

function inLanguage(title: string): Program[] {
  return [...programs.values()].flat().filter((program) => program.title === title);
}

describe("the code on route pages", () => {
  test("SITE-16: each route has a program in each of the three languages", () => {
    const dropbox = programs.get("dropbox") ?? programs.get("spec") ?? [];
    const routes = new Set(dropbox.map(({ route }) => route));
    expect(routes.size).toBeGreaterThan(50);
    const counts = ["TypeScript", "curl", "HTTP"].map((title) => dropbox.filter((one) => one.title === title).length);
    expect(new Set(counts).size).toBe(1);
  });

  test.each(siteNames)("SITE-16: the TypeScript for %s compiles against its package", async (name) => {
    const typescript = (programs.get(name) ?? []).filter(({ title }) => title === "TypeScript");
    expect(await errorsWithPackage(await packageFolder(name), { "programs.ts": asOneModule(typescript, name) })).toBe(
      "",
    );
  });

  test.each(["spec", ...(siteNames.includes("dropbox") ? ["dropbox"] : [])])(
    "SITE-16: the Twin of %s answers every curl command and every HTTP request alike",
    async (name) => {
      const { createTwin } = await subject(name);
      const ofSite = programs.get(name) ?? [];
      const texts = ofSite.filter(({ title }) => title === "HTTP");
      const commands = shellWords(ofSite.filter(({ title }) => title === "curl").map(({ code }) => code));
      expect(commands).toHaveLength(texts.length);
      for (const [index, { route, code }] of texts.entries()) {
        // Each has a Twin of its own, so that none changes what the other one answers.
        const answers = [curlRequest(commands[index] ?? []), httpRequest(code)].map((request) =>
          createTwin().fetch(request),
        );
        const [curl, http] = await Promise.all(answers);
        expect(`${route} ${curl?.status} ${await curl?.text()}`).toBe(`${route} 200 ${await http?.text()}`);
      }
    },
  );

  test("SITE-16: headers have ASCII only, and JSON in bodies and headers parses", () => {
    for (const { code } of inLanguage("HTTP")) {
      const { headers, body } = parseRequest(code);
      for (const [name, value] of headers) {
        expect(value).toMatch(/^[\x20-\x7e]*$/);
        if (name.endsWith("-Arg")) {
          expect(() => JSON.parse(value) as unknown).not.toThrow();
        }
      }
      if (headers.get("Content-Type") === "application/json") {
        expect(() => JSON.parse(body) as unknown).not.toThrow();
        expect(headers.get("Content-Length")).toBe(String(Buffer.byteLength(body)));
      }
    }
  });
});

/** The words that a shell makes of commands of curl. */
function shellWords(commands: readonly string[]): string[][] {
  const script = `TOKEN=t APP_KEY=k APP_SECRET=s\ncurl() { printf '%s\\0' "$@" "//end//"; }\n${commands.join("\n")}\n`;
  const output = execFileSync("sh", ["-s"], { input: script, encoding: "utf8", maxBuffer: 2 ** 26 });
  return output
    .split("//end//\0")
    .slice(0, -1)
    .map((words) => words.split("\0").slice(0, -1));
}

/** The request that curl would send. */
function curlRequest(words: readonly string[]): Request {
  const after = (option: string): string[] => words.filter((_, index) => words[index - 1] === option);
  const [method = "", url = ""] = [words[words.indexOf("--request") + 1], words[words.indexOf("--request") + 2]];
  const headers = after("--header").map((header) => /^([^:]+): (.*)$/.exec(header)?.slice(1) as [string, string]);
  const [user] = after("--user");
  const [json, file] = [after("--data-raw")[0], after("--data-binary")[0]];
  const body = file === undefined ? json : "content";
  const basic: [string, string][] = user === undefined ? [] : [["Authorization", `Basic ${btoa(user)}`]];
  return new Request(url, { method, headers: [...headers, ...basic], ...(body !== undefined && { body }) });
}

/** The request that a text of HTTP is. */
function httpRequest(text: string): Request {
  const { headers, path, body } = parseRequest(text);
  const { Host: host = "", Authorization: who = "", ...others } = Object.fromEntries(headers);
  const authorization = who.startsWith("Basic") ? `Basic ${btoa("k:s")}` : who;
  return new Request(`https://${host}${path}`, {
    method: "POST",
    headers: { ...others, ...(who !== "" && { Authorization: authorization }) },
    ...(body !== "" && { body: body === "(content)" ? "content" : body }),
  });
}

/** Programs as functions of one module, which is checked in a fraction of the time. */
function asOneModule(programs: readonly Program[], name: string): string {
  const anyImport = /^import [^;]*;\n/gm;
  const imports = new Set(
    programs.flatMap(({ code }) => code.match(anyImport) ?? []).filter((one) => !one.includes("{")),
  );
  const bodies = programs.map(({ code }, index) => {
    return `export async function program${index}(): Promise<void> {\n${code.replace(anyImport, "")}\n}`;
  });
  const start = `import { createClient, isRouteError } from "${name}-api";`;
  return [start, ...imports, ...bodies].join("\n");
}

function parseRequest(text: string): {
  readonly headers: ReadonlyMap<string, string>;
  readonly path: string;
  readonly body: string;
} {
  const [head = "", body = ""] = text.split("\n\n");
  const [first = "", ...lines] = head.split("\n");
  expect(first).toMatch(/^POST \/\S+ HTTP\/1\.1$/);
  const headers = lines
    .map((line) => /^([\w-]+): (.*)$/.exec(line))
    .map((found) => [found?.[1] ?? "", found?.[2] ?? ""] as const);
  const [, path = ""] = first.split(" ");
  return { headers: new Map(headers), path, body };
}
