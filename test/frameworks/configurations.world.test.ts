import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ashlar, folderWith } from "../cli/command-line.js";
import { compilerErrors, type Compiler } from "../support/compiler-errors.js";
import { corpusFolder } from "../support/corpus.js";
import { packageFolder } from "../support/packages.js";
import { configurations } from "./configurations.js";

/** An application with a package in `generated` and its sources in `src/api`; it has none of their peer dependencies. */
let application: string;

beforeAll(async () => {
  const options = { twin: true, arbitraries: true, query: true, mcp: true, otel: true, schemas: true };
  const config = { specs: corpusFolder("clinic"), out: "src/api", output: "source", ...options };
  application = folderWith({
    "package.json": '{ "type": "module" }',
    "ashlar.config.json": JSON.stringify(config),
  });
  cpSync(await packageFolder("clinic"), join(application, "generated"), { recursive: true });
  expect(await ashlar(["generate"], { cwd: application })).toMatchObject({ code: 0 });
  writeFileSync(
    join(application, "src/main.ts"),
    'import { createClient } from "./api/index.js";\n\nexport const client = createClient({ hosts: "/" });\n',
  );
});

/** Compilers that know all options: TypeScript 7 has no `baseUrl` any more. */
const compilers: Readonly<Record<keyof typeof configurations, Compiler>> = {
  "create-next-app": "typescript-newest",
  "create-vite": "typescript-newest",
  "nest new": "typescript",
  "nest new, version 10": "typescript",
  "tsc --init": "typescript-newest",
  "tsc --init, version 5.4": "typescript-oldest",
};

describe("generated sources that the tsconfig.json of an application finds have no errors there", () => {
  test.each(Object.entries(compilers))(
    "generated sources that the tsconfig.json of an application finds have no errors with %s",
    async (name, compiler) => {
      const project = configurations[name as keyof typeof configurations];
      const options = ["--noEmit", "--incremental", "false", "--listFiles"];
      const output = (await compilerErrors(compiler, application, project, options)).split("\n");
      expect(output.filter((line) => line.includes("error TS"))).toEqual([]);
      expect(output.some((line) => line.endsWith("src/api/server/index.ts"))).toBe(true);
      expect(output.some((line) => line.endsWith("generated/src/server/index.ts"))).toBe(name !== "create-vite");
    },
  );
});
