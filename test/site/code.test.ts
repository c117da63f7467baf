import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { codeSamples } from "../../src/site/pages/route-page.js";
import { Site } from "../../src/site/site.js";
import { callerView } from "../../src/values/caller-view.js";
import { errorsWithPackage } from "../compile-with-package.js";
import { packageFolder } from "../packages.js";
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
    expect(await errorsWithPackage(packageFolder(name), { "programs.ts": asOneModule(typescript, name) })).toBe("");
  });

  test("SITE-16: a shell reads from each curl command what was meant", () => {
    const commands = inLanguage("curl").map(({ code }) => code);
    const script = `TOKEN=t APP_KEY=k APP_SECRET=s\ncurl() { printf '%s\\0' "$@" "//end//"; }\n${commands.join("\n")}\n`;
    const output = execFileSync("sh", ["-s"], { input: script, encoding: "utf8", maxBuffer: 2 ** 26 });
    const read = output
      .split("//end//\0")
      .slice(0, -1)
      .map((words) => words.split("\0").slice(0, -1));
    expect(read).toHaveLength(commands.length);
    const bodies = read.map((words) => words[words.indexOf("--data-raw") + 1] ?? "");
    const requests = inLanguage("HTTP").map(({ code }) => parseRequest(code));
    read.forEach((words, index) => {
      const request = requests[index];
      const expected = request?.headers.get("Content-Type") === "application/json" ? request.body : "--request";
      expect(bodies[index]).toBe(expected);
      const headers = words
        .filter((_, at) => words[at - 1] === "--header")
        .filter((header) => !header.startsWith("Authorization"));
      expect(headers).toEqual(
        [...(request?.headers ?? [])].filter(([key]) => !isOfHttp.has(key)).map((pair) => pair.join(": ")),
      );
    });
  });

  test("SITE-16: headers have ASCII only, and JSON in bodies and headers parses", () => {
    for (const { code } of inLanguage("HTTP")) {
      const { headers, body } = parseRequest(code);
      for (const [name, value] of headers) {
        expect(value).toMatch(/^[\x20-\x7e]*$/);
        if (/-Arg$/.test(name)) {
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

/** Programs as functions of one module, which is checked in a fraction of the time. */
function asOneModule(programs: readonly Program[], name: string): string {
  const isImport = (line: string): boolean => line.startsWith("import ");
  const lines = programs.map(({ code }) => code.split("\n"));
  const imports = new Set(lines.flat().filter((line) => isImport(line) && !line.includes("{")));
  const bodies = lines.map((program, index) => {
    return `export async function program${index}(): Promise<void> {\n${program.filter((line) => !isImport(line)).join("\n")}\n}`;
  });
  const start = `import { createClient, isRouteError } from "${name}-api";`;
  return [start, ...imports, ...bodies].join("\n");
}

/** What only the text of HTTP says. */
const isOfHttp = new Set(["Host", "Content-Length", "Authorization"]);

function parseRequest(text: string): { readonly headers: ReadonlyMap<string, string>; readonly body: string } {
  const [head = "", body = ""] = text.split("\n\n");
  const [first = "", ...lines] = head.split("\n");
  expect(first).toMatch(/^POST \/\S+ HTTP\/1\.1$/);
  const headers = lines
    .map((line) => /^([\w-]+): (.*)$/.exec(line))
    .map((found) => [found?.[1] ?? "", found?.[2] ?? ""] as const);
  return { headers: new Map(headers), body };
}
