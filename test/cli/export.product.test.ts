import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ashlar, folderWith } from "./command-line.js";
import { contentsOf } from "./outputs.js";

const shop = `namespace shop

import stock

struct Item
    name String
    shelf stock.Shelf?

route buy (Item, Void, Void)

route sell (Item, Void, Void)
`;

const files = {
  "spec/shop.stone": shop,
  "spec/stock.stone": "namespace stock\n\nstruct Shelf\n    constructor String?\n\nroute count (Shelf, Void, Void)\n",
  "ashlar.config.mjs": 'export default { specs: "spec", package: { name: "shop-api" } };',
};

const written = ["schemas/json-schema.ashlar-manifest.json", "schemas/read.schema.json", "schemas/write.schema.json"];

describe("export json-schema", () => {
  test("OUT-2: export json-schema reads the configuration, and writes files only if they change", async () => {
    const folder = folderWith(files);
    expect(await ashlar(["export", "json-schema"], { cwd: folder })).toEqual({
      code: 0,
      stdout: "Wrote schemas/read.schema.json, schemas/write.schema.json.\n",
      stderr:
        "note[needs-own-properties] stock.Shelf.constructor: All JavaScript objects inherit a member 'constructor'. Use Ajv " +
        "with `ownProperties: true`.\n",
    });
    expect(Object.keys(contentsOf(folder)).filter((path) => path.startsWith("schemas/"))).toEqual(written);
    const before = statSync(join(folder, "schemas/read.schema.json")).mtimeMs;
    expect(await ashlar(["export", "json-schema"], { cwd: folder })).toMatchObject({
      code: 0,
      stdout: "schemas/read.schema.json, schemas/write.schema.json: up to date.\n",
    });
    expect(statSync(join(folder, "schemas/read.schema.json")).mtimeMs).toBe(before);
  });

  test("OUT-2: export json-schema checks what is there, and removes only what it has written", async () => {
    const folder = folderWith({ ...files, "schemas/mine.json": "{}" });
    const check = ["export", "json-schema", "--check", "--quiet"];
    expect(await ashlar(check, { cwd: folder })).toMatchObject({
      code: 1,
      stdout:
        "missing  schemas/read.schema.json\nmissing  schemas/write.schema.json\n" +
        "missing  schemas/json-schema.ashlar-manifest.json\nRun `ashlar export json-schema` and commit the result.\n",
    });
    await ashlar(["export", "json-schema"], { cwd: folder });
    expect(await ashlar(check, { cwd: folder })).toMatchObject({ code: 0, stdout: "schemas is fresh.\n" });
    writeFileSync(join(folder, "spec/shop.stone"), `${shop}\nroute lend (Item, Void, Void)\n`);
    expect(await ashlar(check, { cwd: folder })).toMatchObject({ code: 1 });
    expect(await ashlar(["export", "json-schema", "--clean"], { cwd: folder })).toMatchObject({
      code: 0,
      stdout: "Removed schemas/read.schema.json, schemas/write.schema.json.\n",
    });
    expect(Object.keys(contentsOf(join(folder, "schemas")))).toEqual(["mine.json"]);
  });

  test("OUT-2: export json-schema never overwrites a file of others", async () => {
    const folder = folderWith({ ...files, "schemas/read.schema.json": "mine" });
    const { code, stderr } = await ashlar(["export", "json-schema"], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain("These files in");
    expect(contentsOf(join(folder, "schemas"))).toEqual({ "read.schema.json": "mine" });
  });

  test("OUT-2: export json-schema refuses a folder with specifications", async () => {
    const folder = folderWith(files);
    const before = contentsOf(folder);
    const { code, stderr } = await ashlar(["export", "json-schema", "--out", "spec"], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain("The output folder spec contains the specification ");
    expect(contentsOf(folder)).toEqual(before);
  });

  test("OUT-4: filters of an export leave nothing of what they remove", async () => {
    const folder = folderWith({
      ...files,
      "routes.json": '{ "route_whitelist": { "shop": ["buy"] }, "datatype_whitelist": {} }',
    });
    const args = ["export", "json-schema", "-r", "routes.json", "--out", "out", "--format", "json"];
    const { code, stderr } = await ashlar(args, { cwd: folder });
    expect(code).toBe(0);
    expect(JSON.parse(stderr)).toMatchObject([{ code: "needs-own-properties", place: "stock.Shelf.constructor" }]);
    const { $defs } = JSON.parse(readFileSync(join(folder, "out/write.schema.json"), "utf8")) as { $defs: object };
    expect(Object.keys($defs)).toEqual([
      ...["shop.Item", "shop/buy.v1.arg", "shop/buy.v1.result", "shop/buy.v1.error"],
      ...["stock.Shelf", "stock.Shelf.object"],
    ]);
  });

  test("export json-schema exits with code 1 for errors in the specification, and with 2 for a wrong command line", async () => {
    const folder = folderWith({ "a.stone": "namespace a\nstruct S\n    x Nope\n" });
    expect(await ashlar(["export", "json-schema", "a.stone"], { cwd: folder })).toMatchObject({ code: 1, stdout: "" });
    expect(await ashlar(["export", "yaml", "a.stone"], { cwd: folder })).toMatchObject({ code: 2, stdout: "" });
    expect(await ashlar(["export"], { cwd: folder })).toMatchObject({ code: 2, stdout: "" });
    rmSync(join(folder, "a.stone"));
    expect(await ashlar(["export", "json-schema", "a.stone"], { cwd: folder })).toMatchObject({ code: 2, stdout: "" });
  });

  test("export json-schema lists in its help what schemas cannot say", async () => {
    const { stdout } = await ashlar(["export", "json-schema", "--help"]);
    expect(stdout).toContain("weekdays are not compared with dates");
  });
});

describe("export openapi", () => {
  test("OUT-2: export openapi writes one file beside others, and knows it by a manifest of its own", async () => {
    const folder = folderWith({ ...files, "docs/other.md": "mine" });
    const out = ["export", "openapi", "--out", "docs/api.yaml", "--format", "yaml", "--notes", "json"];
    expect(await ashlar(out, { cwd: folder })).toEqual({ code: 0, stdout: "Wrote docs/api.yaml.\n", stderr: "[]\n" });
    expect(readFileSync(join(folder, "docs/api.yaml"), "utf8")).toMatch(
      /^openapi: 3\.1\.1\ninfo:\n {2}title: shop-api\n/,
    );
    expect(await ashlar([...out, "--check"], { cwd: folder })).toMatchObject({ code: 0, stdout: "docs is fresh.\n" });
    await ashlar(["export", "json-schema", "--out", "docs"], { cwd: folder });
    expect(await ashlar([...out, "--check"], { cwd: folder })).toMatchObject({ code: 0 });
    expect(await ashlar([...out, "--clean"], { cwd: folder })).toMatchObject({
      code: 0,
      stdout: "Removed docs/api.yaml.\n",
    });
    expect(Object.keys(contentsOf(join(folder, "docs")))).toEqual([
      ...["json-schema.ashlar-manifest.json", "other.md", "read.schema.json", "write.schema.json"],
    ]);
  });

  test("export openapi writes openapi.json beside the configuration, and never over a file of others", async () => {
    const folder = folderWith(files);
    expect(await ashlar(["export", "openapi"], { cwd: join(folder, "spec") })).toMatchObject({
      code: 0,
      stdout: "Wrote ../openapi.json.\n",
    });
    writeFileSync(join(folder, "mine.json"), "{}");
    expect(await ashlar(["export", "openapi", "--out", "mine.json"], { cwd: folder })).toMatchObject({ code: 2 });
  });
});

test("OUT-2: an API description and a report of the same name share a folder", async () => {
  const folder = folderWith(files);
  const openapi = ["export", "openapi", "--out", "out/api.json"];
  const privacy = ["export", "privacy", "--out", "out/api.md"];
  expect([await ashlar(openapi, { cwd: folder }), await ashlar(privacy, { cwd: folder })]).toMatchObject([
    { code: 0 },
    { code: 0 },
  ]);
  expect(await ashlar([...openapi, "--check"], { cwd: folder })).toMatchObject({ code: 0 });
  expect(await ashlar([...privacy, "--clean"], { cwd: folder })).toMatchObject({ code: 0 });
  expect(Object.keys(contentsOf(folder)).filter((path) => path.startsWith("out/"))).toEqual([
    "out/api.json",
    "out/api.json.ashlar-manifest.json",
  ]);
});

describe("export privacy", () => {
  const marked = `${shop}\nannotation Secret = RedactedBlot()\n`.replace("name String", "name String\n        @Secret");

  test("export privacy prints the report, or writes it", async () => {
    const folder = folderWith({ ...files, "spec/shop.stone": marked });
    const { code, stdout } = await ashlar(["export", "privacy", "--format", "csv"], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout.split("\r\n").slice(1, 2)).toEqual(["shop/buy,arg,into,name,blot,,shop.Secret,,,,,"]);
    expect(await ashlar(["export", "privacy", "--out", "privacy.md"], { cwd: folder })).toMatchObject({
      code: 0,
      stdout: "Wrote privacy.md.\n",
    });
    expect(await ashlar(["export", "privacy", "--out", "privacy.md", "--check"], { cwd: folder })).toMatchObject({
      code: 0,
    });
    expect(await ashlar(["export", "privacy", "--check"], { cwd: folder })).toMatchObject({ code: 2 });
  });
});
