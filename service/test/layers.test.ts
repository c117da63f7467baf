import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../src");

/** The folders and files of `src`, from the lowest layer up. Each may import from the lines above its own. */
const layers: readonly (readonly string[])[] = [
  ["start-problem.ts"],
  ["contents", "database", "fold-case.ts"],
  ["clock.ts", "faults.ts", "log.ts", "settings.ts"],
  ["check-contents.ts", "cursor.ts", "explain-start.ts"],
  ["backend.ts"],
  ["access"],
  ["accounts", "jobs"],
  ["pages"],
  ["backup.ts", "webhooks"],
  ["files"],
  ["auth.ts", "oauth", "sweeper.ts", "team"],
  ["controls", "mailer.ts", "own-account"],
  ["http", "operator"],
  ["service.ts"],
  ["command-line.ts", "demo"],
  ["demo.ts", "main.ts"],
];

const modules = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => join(root, path));

function findLayer(path: string): string {
  return relative(root, normalize(path)).replace(/\.js$/, ".ts").split("/")[0] ?? "";
}

function readImports(path: string): string[] {
  const text = readFileSync(path, "utf8");
  const statements = text.matchAll(/^(?:(?:import|export)\b[^"\n]*|\} )from "(\.[^"]+)";/gm);
  return [...statements, ...text.matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(([, specifier = ""]) =>
    findLayer(join(dirname(path), specifier)),
  );
}

test("imports in service/src point one way", () => {
  const height = (layer: string): number => layers.findIndex((row) => row.includes(layer));
  const wrong = modules.flatMap((path) =>
    readImports(path)
      .filter((to) => to !== findLayer(path) && height(to) >= height(findLayer(path)))
      .map((to) => `${relative(root, path)} imports ${to}`),
  );
  expect(wrong).toEqual([]);
});

test("every folder and file of service/src belongs to a layer", () => {
  expect(new Set(modules.map(findLayer))).toEqual(new Set(layers.flat()));
});
