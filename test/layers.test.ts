import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

/** What each folder may import besides itself. `.` is the files of `src` itself. */
const layers: Readonly<Record<string, readonly string[]>> = {
  source: [],
  patterns: [],
  timestamps: ["patterns"],
  ir: [],
  notes: [],
  values: ["ir", "notes", "patterns", "timestamps"],
  schema: ["ir", "notes", "patterns", "timestamps", "values"],
  diff: ["ir", "patterns", "values"],
  diagnostics: ["source"],
  queries: ["diagnostics"],
  syntax: ["diagnostics", "source"],
  format: ["diagnostics", "source", "syntax"],
  lint: ["diagnostics", "format", "ir", "patterns", "source", "syntax"],
  semantics: ["diagnostics", "ir", "patterns", "queries", "source", "syntax", "timestamps", "values"],
  language: [".", "diagnostics", "format", "ir", "lint", "semantics", "source", "syntax"],
  filters: ["diagnostics", "ir"],
  openapi: ["emit", "ir", "notes", "schema", "values"],
  privacy: ["emit", "ir", "schema"],
  layout: [],
  emit: ["ir", "layout", "patterns", "values"],
  print: ["emit", "ir", "layout"],
  site: ["diff", "emit", "ir", "notes", "patterns", "print", "privacy", "values"],
  build: ["emit", "ir", "layout", "print"],
  ".": [
    "build",
    "cli",
    "diagnostics",
    "diff",
    "emit",
    "filters",
    "format",
    "ir",
    "lint",
    "notes",
    "openapi",
    "privacy",
    "schema",
    "semantics",
    "source",
    "syntax",
  ],
  cli: [
    ".",
    "build",
    "diagnostics",
    "diff",
    "emit",
    "filters",
    "format",
    "ir",
    "language",
    "lint",
    "notes",
    "openapi",
    "privacy",
    "schema",
    "site",
    "source",
    "values",
  ],
  plugin: [".", "cli", "diagnostics", "source"],
};

function modules(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => join(folder, path));
}

function imports(path: string): string[] {
  const text = readFileSync(path, "utf8");
  const statements = text.matchAll(/^(?:(?:import|export)\b[^"\n]*|\} )from "([^"]+)";/gm);
  const calls = text.matchAll(/await import\("([^"]+)"\)/g);
  return [...statements, ...calls].map(([, specifier = ""]) => specifier);
}

function layerOf(path: string): string {
  const [, first = "", second] = normalize(path).split("/");
  return second === undefined ? "." : first;
}

test("imports in src point one way", () => {
  const wrong = modules("src").flatMap((path) =>
    imports(path)
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => ({ path, layer: layerOf(path), to: layerOf(join(dirname(path), specifier)) }))
      .filter(({ layer, to }) => layer !== to && layers[layer]?.includes(to) !== true)
      .map(({ path, to }) => `${path} imports ${to}`),
  );
  expect(wrong).toEqual([]);
});

test("every folder of src has its place among the layers", () => {
  expect(new Set(modules("src").map(layerOf))).toEqual(new Set(Object.keys(layers)));
});

test("only the command line and the plug-in touch disk, process and terminal", () => {
  const wrong = modules("src")
    .filter((path) => !["cli", "plugin"].includes(layerOf(path)))
    .flatMap((path) => imports(path).map((specifier) => ({ path, specifier })))
    .filter(({ specifier }) => specifier.startsWith("node:") || specifier === "yargs");
  expect(wrong).toEqual([]);
});

/** The modules that a module loads with it: without those that are imported for types, or later. */
function loadedWith(path: string, found = new Set<string>()): Set<string> {
  const imports = readFileSync(path, "utf8").matchAll(/^import (?!type )[^";]* from "([^"]+)";/gm);
  for (const [, specifier = ""] of imports) {
    const target = specifier.startsWith(".") ? join(dirname(path), specifier).replace(/\.js$/, ".ts") : specifier;
    if (!found.has(target)) {
      found.add(target);
      if (specifier.startsWith(".")) {
        loadedWith(target, found);
      }
    }
  }
  return found;
}

test("a package is emitted and printed without loading a library", () => {
  const loaded = [...loadedWith("src/build/package.ts")];
  expect(loaded).toContain("src/layout/expression.ts");
  expect(loaded.filter((path) => !path.startsWith("src/"))).toEqual([]);
});

/** The same for the runtime of generated packages: what a client ships has nothing of a server, and the other way round. */
const runtimeLayers: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  text: [],
  codecs: ["errors"],
  routes: ["codecs"],
  schema: ["codecs"],
  saving: [],
  client: ["codecs", "errors", "routes", "saving", "text"],
  server: ["codecs", "errors", "routes", "text"],
  oauth: ["errors", "text"],
  twin: ["codecs", "routes", "server", "text"],
};

test("imports in templates point one way, and nowhere else", () => {
  const wrong = modules("templates/runtime").flatMap((path) => {
    const [, , layer = ""] = normalize(path).split("/");
    return imports(path)
      .map((specifier) => normalize(join(dirname(path), specifier)).split("/"))
      .filter(([, runtime, to = ""]) => {
        return runtime !== "runtime" || (to !== layer && runtimeLayers[layer]?.includes(to) !== true);
      })
      .map((to) => `${path} imports ${to.join("/")}`);
  });
  expect(wrong).toEqual([]);
});
