import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ashlar, folderWith } from "./command-line.js";
import { watching } from "./watching.js";

const config = JSON.stringify({ specs: "spec", out: "api" });
const shop = 'namespace shop\n\nstruct Item\n    "What is sold."\n    name String\n';
const users = "namespace users\n\nstruct User\n    id String\n";

function project(files: Readonly<Record<string, string>> = {}): string {
  return folderWith({ "ashlar.config.json": config, "spec/shop.stone": shop, ...files });
}

function types(folder: string, namespace = "shop"): string {
  return readFileSync(join(folder, "api/src", namespace, "types.ts"), "utf8");
}

/** As most editors save: into a new file, which then takes the place of the old one. */
function saveByRename(path: string, text: string): void {
  writeFileSync(`${path}~`, text);
  renameSync(`${path}~`, path);
}

describe("ashlar generate --watch", () => {
  test("ashlar generate --watch generates at once, and reports after each save in one line what is new", async () => {
    const folder = project();
    const watch = watching(folder);
    expect(await watch.said(/Watching/)).toMatch(/^wrote api \(\d+ ms\): .*\nWatching for changes/m);
    expect(types(folder)).toContain("name: string");
    for (const [name, save] of [
      ["price", writeFileSync],
      ["colour", saveByRename],
      ["weight", saveByRename],
    ] as const) {
      save(join(folder, "spec/shop.stone"), `${shop}    ${name} UInt32\n`);
      const said = await watch.said(/\.\n$/);
      expect(said).toMatch(
        /^spec\/shop\.stone changed: wrote api \(\d+ ms\): README\.md, src\/shop\/checks\.ts, src\/shop\/types\.ts\.\n$/,
      );
      expect(types(folder)).toContain(`${name}: number`);
    }
  });

  test("several files that are saved at once are taken together", async () => {
    const folder = project({ "spec/users.stone": users });
    const watch = watching(folder);
    await watch.said(/Watching/);
    writeFileSync(join(folder, "spec/shop.stone"), `${shop}    maker users.User\n\nimport users\n`);
    writeFileSync(join(folder, "spec/users.stone"), `${users}    age UInt32\n`);
    await watch.said(/users\.stone[^]*wrote api/);
    expect(types(folder)).toContain("maker: users.User");
    expect(types(folder, "users")).toContain("age: number");
  });

  test("files that are added and deleted are noticed by --watch, in new folders too", async () => {
    const folder = project();
    const watch = watching(folder);
    await watch.said(/Watching/);
    mkdirSync(join(folder, "spec/more/deep"), { recursive: true });
    writeFileSync(join(folder, "spec/more/deep/users.stone"), users);
    await watch.said(/users\.stone changed: wrote api/);
    expect(types(folder, "users")).toContain("id: string");
    rmSync(join(folder, "spec/more"), { recursive: true });
    await watch.said(/users\.stone changed: wrote api/);
    expect(readdirSync(join(folder, "api/src"))).not.toContain("users");
  });

  test("a wrong specification is reported with its place, and what was generated stays", async () => {
    const folder = project();
    const watch = watching(folder);
    await watch.said(/Watching/);
    const before = types(folder);
    writeFileSync(join(folder, "spec/shop.stone"), shop.replace("String", "Strin"));
    const said = await watch.said(/1 error/);
    expect(said).toContain("nothing is generated");
    expect(said).toContain("spec/shop.stone:5:10");
    expect(types(folder)).toBe(before);
    writeFileSync(join(folder, "spec/shop.stone"), shop);
    expect(await watch.said(/api/)).toContain("api is up to date");
  });

  test("a folder without specifications is reported, and the watch continues", async () => {
    const folder = project();
    const watch = watching(folder);
    await watch.said(/Watching/);
    rmSync(join(folder, "spec/shop.stone"));
    expect(await watch.said(/error/)).toContain("There is no .stone file in spec");
    writeFileSync(join(folder, "spec/shop.stone"), shop.replace("name String", "title String"));
    await watch.said(/wrote api/);
    expect(types(folder)).toContain("title: string");
  });

  test("a change of the configuration under --watch counts at once", async () => {
    const folder = project();
    const watch = watching(folder);
    await watch.said(/Watching/);
    saveByRename(join(folder, "ashlar.config.json"), JSON.stringify({ specs: "spec", out: "other" }));
    await watch.said(/ashlar\.config\.json changed: wrote other/);
    saveByRename(join(folder, "ashlar.config.json"), "{");
    expect(await watch.said(/error: /)).toContain("ashlar.config.json cannot be read");
    saveByRename(join(folder, "ashlar.config.json"), JSON.stringify({ specs: "elsewhere", out: "other" }));
    expect(await watch.said(/error: /)).toContain("elsewhere");
    mkdirSync(join(folder, "elsewhere"));
    writeFileSync(join(folder, "elsewhere/users.stone"), users);
    await watch.said(/wrote other/);
    expect(readdirSync(join(folder, "other/src"))).toContain("users");
  });

  test.each([
    ["ts", "module", "export default"],
    ["js", "commonjs", "module.exports ="],
    ["mjs", "commonjs", "export default"],
  ])("a change of a configuration that is code counts too (.%s in a %s)", async (extension, type, keyword) => {
    const path = `ashlar.config.${extension}`;
    const config = (out: string): string => `${keyword} { specs: "spec", out: "${out}" };`;
    const folder = folderWith({
      [path]: config("api"),
      "package.json": JSON.stringify({ type }),
      "spec/shop.stone": shop,
    });
    const watch = watching(folder);
    await watch.said(/Watching/);
    saveByRename(join(folder, path), config("other"));
    await watch.said(/ changed: wrote other/);
    saveByRename(join(folder, path), `${config("other")}{`);
    expect(await watch.said(/error: /)).toContain(`${extension} cannot be read: `);
    saveByRename(join(folder, path), config("again"));
    await watch.said(/wrote again/);
  });

  test.each([
    ["ashlar.config.ts", "emitters/names.ts", "./emitters/names.js"],
    ["ashlar.config.js", "emitters/index.js", "./emitters/index.js"],
  ])("a change of what %s imports counts at once: of %s by %j, and of what that imports", async (name, path, from) => {
    const deeper = path.replace(/\w+(?=\.)/, "deep");
    const file = (text: string): string => `export const text = ${JSON.stringify(text)};\n`;
    const emitter = (title: string): string =>
      `import { text } from "./${deeper.replace("emitters/", "")}";
export const names = () => [{ kind: "text", path: "NAMES", text: "${title} " + text }];\n`;
    const folder = project({
      "package.json": '{ "type": "module" }',
      [name]: `import { names } from "${from}";\nexport default { specs: "spec", out: "api", emitters: [names] };\n`,
      [path]: emitter("one"),
      [deeper]: file("a"),
    });
    rmSync(join(folder, "ashlar.config.json"));
    const names = (): string => readFileSync(join(folder, "api/NAMES"), "utf8");
    const watch = watching(folder);
    await watch.said(/Watching/);
    expect(names()).toBe("one a");
    writeFileSync(join(folder, path), emitter("two"));
    expect(await watch.said(/\.\n$/)).toContain(`${path} changed: wrote api`);
    expect(names()).toBe("two a");
    writeFileSync(join(folder, deeper), file("b"));
    await watch.said(/changed: wrote api.*\.\n$/); // a late event of the file before may be named instead
    expect(names()).toBe("two b");

    writeFileSync(join(folder, deeper), "export const text = (;\n");
    expect(await watch.said(/cannot be read/)).toContain("nothing is generated");
    saveByRename(join(folder, deeper), file("c"));
    await watch.said(/wrote api/);
    expect(names()).toBe("two c");
  });

  test("a change of the route whitelist of the command line counts at once under --watch", async () => {
    const list = (...routes: string[]): string =>
      JSON.stringify({ route_whitelist: { shop: routes }, datatype_whitelist: {} });
    const routes = "\nroute buy (Void, Void, Void)\n\nroute sell (Void, Void, Void)\n";
    const folder = project({ "spec/shop.stone": shop + routes, "list.json": list("buy") });
    const watch = watching(folder, "--route-whitelist-filter", "list.json");
    await watch.said(/Watching/);
    saveByRename(join(folder, "list.json"), list("buy", "sell"));
    expect(await watch.said(/wrote api/)).toMatch(/^list\.json changed: wrote api/);
  });

  test("a folder of specifications that is removed and made anew is watched again, as by a `git checkout`", async () => {
    const folder = project();
    const watch = watching(folder);
    await watch.said(/Watching/);
    for (const name of ["price", "colour"]) {
      rmSync(join(folder, "spec"), { recursive: true });
      await watch.said(/error: /);
      mkdirSync(join(folder, "spec"));
      writeFileSync(join(folder, "spec/shop.stone"), `${shop}    ${name} UInt32\n`);
      await watch.said(/wrote api/);
      expect(types(folder)).toContain(`${name}: number`);
    }
  });

  describe("when folders above a folder of specifications", () => {
    const deep = { "v/1/spec/shop.stone": shop };
    const args = ["v/1/spec", "--out", "api"]; // a configuration would have its folder watched anyway

    test("a folder of specifications is watched again as soon as the folders above it are back", async () => {
      const folder = folderWith(deep);
      const watch = watching(folder, ...args);
      await watch.said(/Watching/);
      rmSync(join(folder, "v/1/spec"), { recursive: true });
      await watch.said(/error: /);
      for (const path of ["v/1", "v"]) {
        rmSync(join(folder, path), { recursive: true });
        await setTimeout(100);
      }
      for (const path of ["v", "v/1", "v/1/spec"]) {
        mkdirSync(join(folder, path));
        await setTimeout(100);
      }
      writeFileSync(join(folder, "v/1/spec/shop.stone"), `${shop}    price UInt32\n`);
      await watch.said(/wrote api/);
      expect(types(folder)).toContain("price: number");
    });

    test("a folder of specifications is watched again after folders above it were moved and copied back", async () => {
      const folder = folderWith(deep);
      const watch = watching(folder, ...args);
      await watch.said(/Watching/);
      renameSync(join(folder, "v"), join(folder, "old"));
      cpSync(join(folder, "old"), join(folder, "v"), { recursive: true });
      await setTimeout(300);
      writeFileSync(join(folder, "v/1/spec/shop.stone"), `${shop}    price UInt32\n`);
      await watch.said(/v\/1\/spec\/shop\.stone changed: wrote api/);
      expect(types(folder)).toContain("price: number");
    });
  });

  test("the target of a link is watched too", async () => {
    const folder = project({ "elsewhere/users.stone": users });
    symlinkSync("../elsewhere/users.stone", join(folder, "spec/users.stone"));
    const watch = watching(folder);
    await watch.said(/Watching/);
    writeFileSync(join(folder, "elsewhere/users.stone"), `${users}    age UInt32\n`);
    await watch.said(/users\.stone changed: wrote api/);
    expect(types(folder, "users")).toContain("age: number");
  });

  test("the target of a new link is watched too", async () => {
    const folder = project({ "elsewhere/users.stone": users });
    const watch = watching(folder);
    await watch.said(/Watching/);
    symlinkSync("../elsewhere/users.stone", join(folder, "spec/users.stone"));
    await watch.said(/users\.stone changed: wrote api/);
    await setTimeout(100);
    writeFileSync(join(folder, "elsewhere/users.stone"), `${users}    age UInt32\n`);
    await watch.said(/users\.stone changed: wrote api/);
    expect(types(folder, "users")).toContain("age: number");
  });

  test("when one file cannot be read and then can again, the others do not count as changed", async () => {
    const folder = folderWith({ "shop.stone": shop, "users.stone": users });
    const watch = watching(folder, "shop.stone", "users.stone", "--out", "api");
    await watch.said(/Watching/);
    rmSync(join(folder, "users.stone"));
    expect(await watch.said(/error: /)).toMatch(/^nothing is generated\.$/m);
    writeFileSync(join(folder, "users.stone"), `${users}    age UInt32\n`);
    expect(await watch.said(/wrote api/)).toMatch(/^users\.stone changed: wrote api/);
  });

  test("the last of many saves in a row is generated", async () => {
    const folder = project();
    const watch = watching(folder);
    await watch.said(/Watching/);
    for (let count = 1; count <= 40; count++) {
      (count % 2 === 0 ? writeFileSync : saveByRename)(
        join(folder, "spec/shop.stone"),
        `${shop}    field_${count} UInt32\n`,
      );
      await setTimeout(count % 7);
    }
    await expect.poll(() => types(folder), { timeout: 500_000 }).toContain("field_40: number");
  });

  test("a file that is half written while it is saved is not reported as wrong", async () => {
    const folder = project();
    const watch = watching(folder);
    await watch.said(/Watching/);
    const file = openSync(join(folder, "spec/shop.stone"), "w");
    writeSync(file, "namespace shop\n\nstruct Item\n    na");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20); // while it looks, and not for as long as a test sleeps
    writeSync(file, "me UInt32\n");
    closeSync(file);
    expect(await watch.said(/changed: \w/)).toMatch(/^spec\/shop\.stone changed: wrote/);
    expect(types(folder)).toContain("name: number");
  });

  test("a save that changes nothing is not reported", async () => {
    const folder = project();
    const watch = watching(folder);
    await watch.said(/Watching/);
    saveByRename(join(folder, "spec/shop.stone"), shop);
    writeFileSync(join(folder, "spec/users.stone"), users);
    expect(await watch.said(/users/)).toMatch(/^spec\/users\.stone changed/);
  });

  test("files saved during a generation are generated next, and a mistake in one of them is reported", async () => {
    const folder = project();
    const watch = watching(folder);
    await watch.said(/Watching/);
    mkdirSync(join(folder, "spec/many"));
    for (let count = 0; count < 100; count++) {
      writeFileSync(join(folder, `spec/many/n${count}.stone`), `namespace n${count}\n\nstruct S\n    f String\n`);
    }
    writeFileSync(join(folder, "spec/shop.stone"), shop.replace("String", "Strin"));
    await watch.said(/spec\/shop\.stone:5:10/);
    writeFileSync(join(folder, "spec/shop.stone"), shop.replace("String", "Bytes"));
    await watch.said(/wrote api/);
    expect(readdirSync(join(folder, "api/src")).filter((name) => /^n\d+$/.test(name))).toHaveLength(100);
  });

  test("a generated file that was changed by hand is generated again under --watch, and this is reported", async () => {
    const folder = project();
    const watch = watching(folder);
    await watch.said(/Watching/);
    writeFileSync(join(folder, "api/src/shop/types.ts"), "// mine\n");
    writeFileSync(join(folder, "spec/shop.stone"), `${shop}    price UInt32\n`);
    await watch.said(/^api\/src\/shop\/types\.ts was changed since Ashlar wrote it, and has been regenerated\.$/m);
    expect(types(folder)).toContain("price: number");
  });

  test("a file in the way is reported under --watch, and when it is gone the next save is generated", async () => {
    const folder = project({ "api/src/shop/types.ts": "// mine\n" });
    const watch = watching(folder);
    await watch.said(/Ashlar did not write them[^]*tries again when a specification is saved/);
    rmSync(join(folder, "api"), { recursive: true });
    writeFileSync(join(folder, "spec/shop.stone"), shop);
    await watch.said(/wrote api/);
    expect(types(folder)).toContain("name: string");
  });

  test("a circle of links among the specifications is reported, and when it is gone the watch continues", async () => {
    const folder = project();
    const watch = watching(folder);
    await watch.said(/Watching/);
    symlinkSync("circle.stone", join(folder, "spec/circle.stone"));
    await watch.said(/error: .*cycle of symbolic links/);
    rmSync(join(folder, "spec/circle.stone"));
    writeFileSync(join(folder, "spec/shop.stone"), `${shop}    price UInt32\n`);
    await watch.said(/wrote api/);
    symlinkSync(".", join(folder, "spec/itself"));
    writeFileSync(join(folder, "spec/shop.stone"), `${shop}    size UInt32\n`);
    await watch.said(/wrote api/);
  });

  test("ashlar generate --watch starts with a wrong specification and recovers", async () => {
    const folder = project({ "spec/shop.stone": "namespace shop\n\nstruct\n" });
    const watch = watching(folder);
    await watch.said(/Watching/);
    writeFileSync(join(folder, "spec/shop.stone"), shop);
    await watch.said(/wrote api/);
  });

  test("ashlar generate --watch leaves what a run without --watch would leave", async () => {
    const folder = project();
    const watch = watching(folder);
    await watch.said(/Watching/);
    writeFileSync(join(folder, "spec/shop.stone"), `${shop}\nroute sell (Item, Void, Void)\n`);
    await watch.said(/wrote api/);
    await watch.end();
    const { stdout, code } = await ashlar(["generate", "--check"], { cwd: folder });
    expect({ stdout, code }).toEqual({ stdout: "api is fresh.\n", code: 0 });
  });

  test("ashlar generate --watch refuses standard input", async () => {
    const { code, stderr } = await ashlar(["generate", "--watch", "--out", "x", "-"], { cwd: project() });
    expect(code).toBe(2);
    expect(stderr).toContain("cannot be watched");
  });
});
