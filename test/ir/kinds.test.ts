import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtinNames } from "../../src/ir/kinds.js";

/** Kinds and names that only types have: other things are lists, maps, strings or void, too. */
const ofTypes: ReadonlySet<string> = new Set([
  ...Object.keys(builtinNames).filter((kind) => !["list", "map", "string", "boolean", "void"].includes(kind)),
  ...Object.values(builtinNames).filter((name) => name !== "List" && name !== "Map"),
  "nullable",
]);

/** The cases of each `switch` of a formatted file, and what stands below its `default`. */
function switchesIn(text: string): { cases: string[]; otherwise: string | undefined }[] {
  const lines = text.split("\n");
  return lines.flatMap((line, start) => {
    const indentation = /^( *)switch \(/.exec(line)?.[1];
    if (indentation === undefined) {
      return [];
    }
    const body = lines.slice(start + 1, lines.indexOf(`${indentation}}`, start));
    const own = body.map((each) => (each.startsWith(`${indentation}  `) ? each.slice(indentation.length + 2) : ""));
    const otherwise = own.findIndex((each) => each.startsWith("default:"));
    return {
      cases: own.flatMap((each) => /^case "(\w+)":/.exec(each)?.[1] ?? []),
      otherwise: otherwise === -1 ? undefined : own.slice(otherwise).join("\n"),
    };
  });
}

test("a switch over kinds of types names all of them, so that the compiler refuses one that a new kind is missing in", () => {
  const files = ["src", "templates/runtime"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => join(folder, path)),
  );
  const found = files.map((path) => [path, switchesIn(readFileSync(path, "utf8"))] as const);
  const overKinds = found.flatMap(([path, all]) =>
    all.filter(({ cases }) => cases.some((name) => ofTypes.has(name))).map((each) => ({ path, ...each })),
  );
  expect(overKinds.length).toBeGreaterThan(30);
  const open = overKinds.filter(
    ({ otherwise }) => otherwise !== undefined && !/^default:\n +return \w+ satisfies never;\n*$/.test(otherwise),
  );
  expect(open.map(({ path, cases }) => `${path}: ${cases.join(", ")}`)).toEqual([]);
});
