import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

/** What packages and the compiler have in common. */
const runtimeCodecs = "templates/runtime/codecs";
/** What packages and contract tests have in common. */
const runtimeParts = [
  runtimeCodecs,
  ...["arbitraries", "routes", "text"].map((folder) => `templates/runtime/${folder}`),
];

/** What each folder of `src` may import besides itself, the lowest first. `.` is the library: its entry points. */
const layers: Readonly<Record<string, readonly string[]>> = {
  text: [],
  patterns: [],
  ir: [],
  "exports/notes": [],
  "text/diagnostics": ["ir", "text"],
  "patterns/timestamps": ["patterns", runtimeCodecs],
  "compiler/queries": ["ir", "text", "text/diagnostics"],
  values: ["exports/notes", "ir", "patterns", "patterns/timestamps"],
  syntax: ["text", "text/diagnostics"],
  "compiler/semantics": [
    "compiler/queries",
    "ir",
    "patterns",
    "patterns/timestamps",
    "syntax",
    "text",
    "text/diagnostics",
    "values",
  ],
  compiler: ["compiler/queries", "compiler/semantics", "ir", "syntax", "text", "text/diagnostics"],
  "language-server/symbols": ["compiler/semantics", "ir", "syntax", "text"],
  "ir/filters": ["ir", "text/diagnostics"],
  format: ["syntax", "text", "text/diagnostics"],
  lint: [
    "compiler",
    "compiler/semantics",
    "format",
    "ir",
    "language-server/symbols",
    "patterns",
    "syntax",
    "text",
    "text/diagnostics",
  ],
  "language-server/features": [
    "compiler",
    "compiler/semantics",
    "format",
    "ir",
    "language-server/symbols",
    "lint",
    "patterns",
    "syntax",
    "text",
    "text/diagnostics",
    "values",
  ],
  "generator/code": ["ir"],
  "generator/facts": ["compiler/queries", "generator/code", "ir"],
  diff: ["generator/facts", "ir", "patterns", "values"],
  "exports/schema": ["exports/notes", "ir", "patterns", "patterns/timestamps", "values"],
  "exports/openapi": ["exports/notes", "exports/schema", "generator/facts", "ir", "values"],
  "generator/emit": [
    "exports/notes",
    "exports/openapi",
    "exports/schema",
    "generator/code",
    "generator/facts",
    "ir",
    "patterns",
    "values",
  ],
  "generator/package": ["compiler/queries", "generator/code", "generator/emit", "generator/facts", "ir"],
  contract: [
    "generator/emit",
    "generator/facts",
    "ir",
    "patterns",
    "text",
    "text/diagnostics",
    "values",
    ...runtimeParts,
  ],
  "exports/privacy": ["generator/facts", "ir"],
  site: [
    "diff",
    "exports/notes",
    "exports/privacy",
    "generator/code",
    "generator/emit",
    "generator/facts",
    "ir",
    "patterns",
    "text",
    "text/diagnostics",
    "values",
  ],
  project: [
    "compiler",
    "contract",
    "diff",
    "generator/emit",
    "generator/facts",
    "ir",
    "ir/filters",
    "lint",
    "syntax",
    "text",
    "text/diagnostics",
  ],
  "project/output": ["generator/code", "project", "text"],
  "project/generate": [
    "compiler",
    "compiler/queries",
    "contract",
    "generator/code",
    "generator/emit",
    "generator/facts",
    "generator/package",
    "ir",
    "ir/filters",
    "project",
    "project/output",
    "text",
    "text/diagnostics",
    "values",
  ],
  "project/impact": [
    "diff",
    "generator/code",
    "generator/facts",
    "generator/package",
    "ir",
    "project",
    "project/generate",
  ],
  plugin: ["project", "project/generate", "project/output", "text", "text/diagnostics"],
  ".": [
    "compiler",
    "contract",
    "diff",
    "exports/notes",
    "exports/openapi",
    "exports/privacy",
    "exports/schema",
    "format",
    "generator/code",
    "generator/emit",
    "generator/facts",
    "ir",
    "ir/filters",
    "language-server/symbols",
    "lint",
    "project",
    "project/generate",
    "text",
    "text/diagnostics",
  ],
  "language-server/protocol": [
    "compiler",
    "contract",
    "diff",
    "exports/notes",
    "exports/openapi",
    "exports/privacy",
    "exports/schema",
    "format",
    "generator/code",
    "generator/emit",
    "generator/facts",
    "generator/package",
    "ir",
    "ir/filters",
    "language-server/features",
    "language-server/symbols",
    "lint",
    "project",
    "project/generate",
    "project/output",
    "site",
    "syntax",
    "text",
    "text/diagnostics",
    "values",
  ],
  playground: [],
  "playground/worker": [
    "compiler",
    "contract",
    "diff",
    "exports/notes",
    "exports/openapi",
    "exports/privacy",
    "exports/schema",
    "format",
    "generator/code",
    "generator/emit",
    "generator/facts",
    "generator/package",
    "ir",
    "ir/filters",
    "language-server/features",
    "language-server/symbols",
    "lint",
    "project",
    "project/generate",
    "project/output",
    "site",
    "syntax",
    "text",
    "text/diagnostics",
    "values",
    "language-server/protocol",
    "playground",
  ],
  "playground/page": ["playground", "project", "templates/site"],
  cli: [
    "compiler",
    "contract",
    "diff",
    "exports/notes",
    "exports/openapi",
    "exports/privacy",
    "exports/schema",
    "format",
    "generator/code",
    "generator/emit",
    "generator/facts",
    "generator/package",
    "ir",
    "ir/filters",
    "language-server/features",
    "language-server/symbols",
    "lint",
    "project",
    "project/generate",
    "project/impact",
    "project/output",
    "site",
    "syntax",
    "text",
    "text/diagnostics",
    "values",
    "language-server/protocol",
  ],
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
  const runtime = [runtimeCodecs, ...runtimeParts].find((folder) => path.startsWith(`${folder}/`));
  if (runtime !== undefined) {
    return runtime;
  }
  const [top, ...parts] = dirname(normalize(path)).split("/");
  if (top !== "src") {
    return [top, ...parts].join("/");
  }
  const room = parts.slice(0, 2).join("/");
  return layers[room] === undefined ? (parts[0] ?? ".") : room;
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

/** Groups of modules that import each other, for values or for types. */
function cycles(folder: string): string[][] {
  const importsOf = new Map(
    modules(folder).map((path) => {
      const own = imports(path).filter((specifier) => specifier.startsWith("."));
      return [path, own.map((specifier) => join(dirname(path), specifier).replace(/\.js$/, ".ts"))];
    }),
  );
  // What imports nothing that is left is part of no cycle.
  for (let size = -1; size !== importsOf.size;) {
    size = importsOf.size;
    for (const [path, targets] of importsOf) {
      if (!targets.some((target) => importsOf.has(target))) {
        importsOf.delete(path);
      }
    }
  }
  return [...importsOf].map(([path, targets]) => [path, ...targets.filter((target) => importsOf.has(target))]);
}

test.each(["src", "templates/runtime"])("no modules of %s import each other in a cycle", (folder) => {
  expect(cycles(folder)).toEqual([]);
});

test("every folder of src has its place among the layers", () => {
  expect(new Set(modules("src").map(layerOf))).toEqual(new Set(Object.keys(layers)));
});

test("each folder of src imports only what is listed before it", () => {
  const order = Object.keys(layers);
  const wrong = order.flatMap((layer, place) =>
    (layers[layer] ?? []).filter((to) => order.indexOf(to) >= place).map((to) => `${layer} imports ${to}`),
  );
  expect(wrong).toEqual([]);
});

test("only the command line, the plug-in and what they share touch disk and process", () => {
  const wrong = modules("src")
    .filter((path) => !/^src\/(?:project|cli|plugin|language-server\/protocol|playground)\//.test(path))
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
  const loaded = [...loadedWith("src/generator/package/package.ts")];
  expect(loaded).toContain("src/generator/code/layout/expression.ts");
  // The tables of Unicode are data.
  const isOwn = (path: string): boolean => path.startsWith("src/") || layerOf(path) === runtimeCodecs;
  expect(loaded.filter((path) => !isOwn(path) && !path.startsWith("@unicode/"))).toEqual([]);
});

/** The same for the runtime of generated packages: what a client ships has nothing of a server, and the other way round. */
const runtimeLayers: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  text: [],
  codecs: ["errors", "text"],
  routes: ["codecs"],
  schema: ["codecs"],
  schemas: ["codecs", "schema"],
  saving: [],
  client: ["codecs", "errors", "routes", "saving", "text"],
  server: ["codecs", "errors", "routes", "text"],
  oauth: ["client", "codecs", "errors", "text"],
  twin: ["codecs", "routes", "server", "text"],
  arbitraries: ["codecs", "text", "fast-check"],
  query: ["client", "codecs", "routes", "@tanstack/query-core"],
  mcp: ["client", "codecs", "routes", "text", "@modelcontextprotocol/server"],
  otel: ["client", "routes", "server", "@opentelemetry/api"],
  webhooks: ["codecs", "text"],
};

test("imports in templates point one way, and nowhere else but to the peers of optional subpaths", () => {
  const wrong = modules("templates/runtime").flatMap((path) => {
    const [, , layer = ""] = normalize(path).split("/");
    const peers = (runtimeLayers[layer] ?? []).filter((each) => runtimeLayers[each] === undefined);
    return imports(path)
      .filter((specifier) => !peers.some((peer) => specifier === peer || specifier.startsWith(`${peer}/`)))
      .map((specifier) => normalize(join(dirname(path), specifier)).split("/"))
      .filter(([, runtime, to = ""]) => {
        return runtime !== "runtime" || (to !== layer && runtimeLayers[layer]?.includes(to) !== true);
      })
      .map((to) => `${path} imports ${to.join("/")}`);
  });
  expect(wrong).toEqual([]);
});
