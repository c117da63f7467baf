import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The folders whose sub-folders are counted one by one, with everything below them. */
const roots = ["src", "templates", "templates/runtime", "service/src", "service/admin"];

/** The innermost of `roots` that contains a module, with the sub-folder of it that the module is in, if any. */
function folderOf(path: string): string {
  const root = roots.findLast((each) => path.startsWith(`${each}/`)) ?? "";
  const [name = ""] = path.slice(root.length + 1).split("/");
  return join(root, path === join(root, name) ? "" : name);
}

function modules(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/(^|\/)(dist|node_modules)\//.test(path))
    .map((path) => join(root, path));
}

/** A row for each folder: its lines, rounded up to 500, so that most changes leave the table as it is. */
function countLines(): string {
  const lines = new Map<string, number>();
  for (const path of ["src", "templates", "service/src", "service/admin"].flatMap(modules)) {
    const folder = folderOf(path);
    lines.set(folder, (lines.get(folder) ?? 0) + readFileSync(path, "utf8").split("\n").length - 1);
  }
  return [...lines]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, count]) => `${folder.padEnd(32)}${String(Math.ceil(count / 500) * 500).padStart(7)}\n`)
    .join("");
}

/** There is no limit: the diff of the table shows reviewers which folder has grown. `vitest run -u` updates it. */
test("lines-of-code.txt lists the lines of each folder, rounded up to 500", async () => {
  await expect(countLines()).toMatchFileSnapshot("lines-of-code.txt");
});
