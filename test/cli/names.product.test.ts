import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import type { Exports } from "../support/packages.js";
import { ashlar, folderWith } from "./command-line.js";

const arg = "struct CopyArg\n    path String\n\n";
const older = `namespace files\n\n${arg}route copy_to (CopyArg, Void, Void)\n`;

function project(spec: string, config: object = {}): string {
  return folderWith({ "spec/files.stone": spec, "ashlar.config.json": JSON.stringify({ specs: "spec", ...config }) });
}

interface Reported {
  readonly code: string;
  readonly line: number;
  readonly message: string;
  readonly related: readonly { readonly line: number }[];
}

async function reported(spec: string): Promise<readonly Reported[]> {
  const { stdout } = await ashlar(["check", "--format", "json"], { cwd: project(spec) });
  return JSON.parse(stdout) as Reported[];
}

describe("names in a generated package", () => {
  test("PKG-1: a new route does not take the method of an old one: check and generate name both places", async () => {
    const cwd = project(`${older}\nroute copy/to (CopyArg, Void, Void)\n`);
    for (const command of ["check", "generate"]) {
      const { code, stderr } = await ashlar([command], { cwd });
      expect(code).toBe(1);
      expect(stderr).toContain(
        "The route 'copy/to' and the route 'copy_to' would both be 'copyTo' in the generated package.",
      );
      expect(stderr).toMatch(/^6 \| route copy_to .*\n {2}\| {7}-{7} the other one$/m);
      expect(stderr).toMatch(/^8 \| route copy\/to .*\n {2}\| {7}\^{7}$/m);
      expect(stderr).toContain('names: { routes: { "files/copy/to": "…" } }');
    }
  });

  test.each([
    ["routes in another spelling", "route getA (CopyArg, Void, Void)\nroute get_a (CopyArg, Void, Void)\n", "getA"],
    ["a version and a name", "route copy:2 (CopyArg, Void, Void)\nroute copy_v2 (CopyArg, Void, Void)\n", "copyV2"],
    ["a writable form and a type", "struct Book\n    pages Int32 = 1\n\nstruct BookInput\n    a String\n", "BookInput"],
    ["a variant and a type", "union Item\n    copy CopyArg\n\nstruct ItemCopy\n    a String\n", "ItemCopy"],
    ["two variants", "union Item\n    a_b CopyArg\n    aB CopyArg\n", "ItemAB"],
    [
      "the fields of a tree and a type",
      "struct A\n    union\n        b B\n\nstruct B extends A\n    c String\n\nstruct AFields\n    d String\n",
      "AFields",
    ],
    ["a route and a codec", "route decode_copy_arg (CopyArg, Void, Void)\n", "decodeCopyArg"],
    ["a route and the client of its namespace", "route files_client (CopyArg, Void, Void)\n", "filesClient"],
  ])("PKG-1: %s that would have one name are an error", async (_, definitions, name) => {
    const found = await reported(`namespace files\n\n${arg}${definitions}`);
    expect(found.map(({ code }) => code)).toEqual(["name-clash"]);
    expect(found[0]?.message).toContain(`would both be '${name}' in the generated package`);
    expect(found[0]?.related).toHaveLength(1);
  });

  test("PKG-1: namespaces that would be one member of the client, or one folder, are an error", async () => {
    for (const [first, second] of [
      ["a-b", "a_b"],
      ["Files", "files"],
    ] as const) {
      const specs = {
        "a.stone": `namespace ${first}\n\nalias A = String\n`,
        "b.stone": `namespace ${second}\n\nalias B = String\n`,
      };
      const { code, stderr } = await ashlar(["check", "."], { cwd: folderWith(specs) });
      expect(code).toBe(1);
      expect(stderr).toContain(`The namespace '${second}' and the namespace '${first}' would both be`);
    }
  });

  test("PKG-1: a type may have the name of a writable form that does not exist", async () => {
    const spec = `namespace files\n\n${arg}struct CopyArgInput\n    a String\n\nroute go (CopyArg, Void, Void)\n`;
    expect(await reported(spec)).toEqual([]);
    expect((await ashlar(["generate"], { cwd: project(spec) })).code).toBe(0);
  });

  test("PKG-1: clashes are reported together with other errors, and not where an error says the same", async () => {
    const spec = `${older}route copy/to (CopyArg, Nope, Void)\n\nstruct Copy_Arg\n    a String\n`;
    expect((await reported(spec)).map(({ code, line }) => `${line} ${code}`)).toEqual([
      "7 name-clash",
      "7 unknown-type",
      "9 similar-name",
    ]);
  });

  test("PKG-1: an export needs no names of the package", async () => {
    const cwd = project(`${older}\nroute copy/to (CopyArg, Void, Void)\n`);
    expect((await ashlar(["export", "json-schema", "--out", "schemas"], { cwd })).code).toBe(0);
  });

  test("PKG-2: names of the configuration are those of clients, handlers, codecs and subpaths", async () => {
    const names = {
      routes: { "files/copy/to": "copyInto", "files/copy_to:2": "copyAgain" },
      types: { "files.CopyArg": "Target" },
      namespaces: { files: "documents" },
    };
    const spec = `${older}route copy_to:2 (CopyArg, List(CopyArg), Void)\nroute copy/to (CopyArg, CopyArg, Void)\n`;
    const cwd = project(spec, { names, package: { name: "files-api" } });
    expect(await ashlar(["generate"], { cwd })).toMatchObject({ code: 0 });
    const load = (path: string): Promise<Exports> =>
      import(pathToFileURL(join(cwd, "generated/dist", path)).href) as Promise<Exports>;
    const { createHandler } = await load("server/index.js");
    const { createClient } = await load("index.js");
    const called: string[] = [];
    const answer = (route: string, result?: unknown): Promise<unknown> => {
      called.push(route);
      return Promise.resolve(result);
    };
    const handler = createHandler({
      authenticate: () => ({}),
      documents: {
        copyTo: () => answer("copy_to"),
        copyAgain: (target: object) => answer("copy_to:2", [target]),
        copyInto: (target: object) => answer("copy/to", target),
      },
    });
    const fetch = (url: string, init: RequestInit): Promise<Response> => handler(new Request(url, init));
    const client = createClient({ hosts: "http://localhost", accessToken: "any", fetch });
    await client.documents.copyTo({ path: "a" });
    expect(await client.documents.copyAgain({ path: "b" })).toEqual([{ path: "b" }]);
    expect(await client.documents.copyInto({ path: "c" })).toEqual({ path: "c" });
    expect(called).toEqual(["copy_to", "copy_to:2", "copy/to"]);
    const { decodeTarget, decodeCopyAgain_Result } = await load("documents/index.js");
    expect(decodeTarget({ path: "d" })).toEqual({ path: "d" });
    expect(decodeCopyAgain_Result([])).toEqual([]);
  });

  test.each([
    [
      { routes: { "files/copy-to": "copyInto" } },
      "'names.routes' has 'files/copy-to', but no route has such a name. Did you mean 'files/copy_to'?",
    ],
    [
      { types: { "files.CopyArgs": "Copy" } },
      "'names.types' has 'files.CopyArgs', but no type has such a name. Did you mean 'files.CopyArg'?",
    ],
    [
      { namespaces: { file: "documents" } },
      "'names.namespaces' has 'file', but no namespace has such a name. Did you mean 'files'?",
    ],
    [
      { routes: { "files/copy_to": "copy to" } },
      "'names.routes' calls 'files/copy_to' 'copy to', which cannot be a name in the generated package.",
    ],
    [
      { namespaces: { files: "server" } },
      "'names.namespaces' calls 'files' 'server', which cannot be a name in the generated package.",
    ],
    [
      { namespaces: { files: "Files" } },
      "'names.namespaces' calls 'files' 'Files', which cannot be a name in the generated package. Choose a name in camelCase",
    ],
    [
      { types: { "files.CopyArg": "files" } },
      "'names.types' calls 'files.CopyArg' 'files', which cannot be a name in the generated package. Choose a name in PascalCase",
    ],
  ])("PKG-2: %j is an error of the configuration", async (names, message) => {
    const { code, stderr } = await ashlar(["generate"], { cwd: project(older, { names }) });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) as string });
  });

  test("PKG-3: words that the package needs get an underscore, whatever its options are", async () => {
    const routes = "route delete (CopyArg, Void, Void)\nroute then (CopyArg, Void, Void)\n";
    const specs = {
      "spec/a.stone": `namespace call\n\n${arg}${routes}`,
      "spec/b.stone": "namespace query\n\nalias A = String\n",
      "ashlar.config.json": JSON.stringify({ specs: "spec" }),
    };
    const cwd = folderWith(specs);
    expect((await ashlar(["generate"], { cwd })).code).toBe(0);
    const index = readFileSync(join(cwd, "generated/src/index.ts"), "utf8");
    expect(index).toContain('export type * as call_ from "./call/types.js"');
    expect(index).toContain('export type * as query from "./query_/types.js"');
    const client = readFileSync(join(cwd, "generated/src/call/client.ts"), "utf8");
    expect(client).toMatch(/ {2}delete\(arg/);
    expect(client).toMatch(/ {2}then_\(arg/);
  });
});
