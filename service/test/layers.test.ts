import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../src");

/** The folders and files of `src`, from the ground up. Each may import what stands in a line before its own. */
const layers: readonly (readonly string[])[] = [
  ["start-problem.ts"],
  ["contents", "cursor.ts", "database", "folded.ts"],
  ["check-contents.ts", "clock.ts", "faults.ts", "settings.ts", "shared-key.ts"],
  ["start"],
  ["backend.ts"],
  ["access", "background"],
  ["accounts", "jobs"],
  ["pages"],
  ["webhooks"],
  ["files"],
  ["auth", "oauth", "sweeper.ts", "team"],
  ["controls", "job-work.ts", "upgrades"],
  ["http", "operator"],
  ["service.ts"],
  ["command-line.ts", "demo"],
  ["demo.ts", "main.ts"],
];

const modules = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => join(root, path));

function layerOf(path: string): string {
  return relative(root, normalize(path)).replace(/\.js$/, ".ts").split("/")[0] ?? "";
}

function importsOf(path: string): string[] {
  const statements = readFileSync(path, "utf8").matchAll(/^(?:(?:import|export)\b[^"\n]*|\} )from "(\.[^"]+)";/gm);
  return [...statements].map(([, specifier = ""]) => layerOf(join(dirname(path), specifier)));
}

test("imports in src point one way", () => {
  const height = (layer: string): number => layers.findIndex((row) => row.includes(layer));
  const wrong = modules.flatMap((path) =>
    importsOf(path)
      .filter((to) => to !== layerOf(path) && height(to) >= height(layerOf(path)))
      .map((to) => `${relative(root, path)} imports ${to}`),
  );
  expect(wrong).toEqual([]);
});

test("every folder and file of src has its place among the layers", () => {
  expect(new Set(modules.map(layerOf))).toEqual(new Set(layers.flat()));
});
