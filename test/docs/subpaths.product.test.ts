import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compilerErrors } from "../support/compiler-errors.js";
import { folderWithPackages } from "../support/folder-with-packages.js";

test("ARB-1, QRY-1, MCP-1, PROD-10: the code of the pages about optional subpaths compiles", async () => {
  const folder = folderWithPackages();
  for (const page of ["property-based-tests", "tanstack-query", "mcp", "in-production"]) {
    const text = await readFile(`docs/${page}.md`, "utf8");
    const programs = [...text.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, code = ""]) => code);
    // The last one of this page is whole; the others are parts.
    const code = (page === "in-production" ? programs.at(-1) : programs[0]) ?? "";
    expect(code).toContain("cloud-storage-api/");
    await writeFile(join(folder, `${page}.ts`), code);
  }
  const compilerOptions = {
    target: "es2022",
    module: "nodenext",
    lib: ["es2023", "dom", "dom.iterable"],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ["node"],
  };
  expect(await compilerErrors("typescript-newest", folder, { compilerOptions, include: ["*.ts"] })).toBe("");
});
