import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { ashlar, binary, folderWith } from "./command-line.js";

const old = "namespace shop\n\nstruct Order\n    id String\n\nroute get(Order, Order, Void)\n";
const now = "namespace shop\n\nstruct Order\n    id String\n    size UInt64\n\nroute get(Order, Order, Void)\n";
const nothing = { kind: "void" };
const namespaceWithBrokenRoute = {
  ...{ name: "x", imports: [], annotationTypes: [], annotations: [], aliases: [], types: [] },
  routes: [
    { name: "go", version: 1, arg: { kind: "ref", namespace: "x", name: "Gone" }, result: nothing, error: nothing },
  ],
};
const cwd = folderWith({
  "old/shop.stone": old,
  "new/shop.stone": now,
  "wrong/shop.stone": "namespace shop\n\nstruct Order\n    id Strin\n",
  "foreign.json": "{}",
  "newer.json": '{"ashlarIr":2}',
  "partial.json": '{"ashlarIr":1,"namespaces":[{"name":"x"}]}',
  "broken.json": JSON.stringify({ ashlarIr: 1, namespaces: [namespaceWithBrokenRoute] }),
  "text.json": "text",
});

const author = ["-c", "user.name=t", "-c", "user.email=t@example.com"];

/** The number of files in a folder, which may be removed meanwhile. */
function filesIn(parent: string, name: string): number {
  try {
    return readdirSync(join(parent, name)).length;
  } catch {
    return 0;
  }
}

function gitIn(folder: string): (...args: readonly string[]) => string {
  return (...args) => execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** Commits everything in a repository, or nothing. */
function commit(folder: string, message: string): void {
  gitIn(folder)("add", ".");
  gitIn(folder)(...author, "commit", "--quiet", "--allow-empty", "-m", message);
}

describe("diff", () => {
  test("CMP-90, CMP-92: diff shows whom a change breaks, where it is, and the message that is refused", async () => {
    const { code, stdout, stderr } = await ashlar(["diff", "old", "new"], { cwd });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toBe(
      "1 breaking change reaches 1 of 1 route. The next version is major.\n" +
        "\n" +
        "Breaking\n" +
        "\n" +
        "  `shop.Order.size` is a new required field: new servers refuse requests that lack it, which old clients send. " +
        "[field-added-required]\n" +
        "    shop/get  arg → Order.size\n" +
        "    now: new/shop.stone:5:5\n" +
        "       5 |     size UInt64\n" +
        "         |     ^^^^\n" +
        '    An old client sends: {"id":""}\n' +
        "    A new server reports: size: expected an integer, found nothing.\n" +
        "    Instead: Make it nullable or give it a default, or add a version of the route with a type of its own.\n",
    );
  });

  test("CMP-98: diff of equal specifications has exit code 0", async () => {
    expect(await ashlar(["diff", "old", "old"], { cwd })).toEqual({ code: 0, stdout: "No changes.\n", stderr: "" });
  });

  test("CMP-75: diff of compatible changes has exit code 0 unless the level asks for source", async () => {
    expect((await ashlar(["diff", "new", "new"], { cwd })).code).toBe(0);
    const optional = folderWith({
      "old.stone": "namespace n\nunion U\n    a\nroute go(U, U, Void)\n",
      "new.stone": "namespace n\nunion U\n    a\nroute go(U, U, Void)\nroute come(U, U, Void)\n",
    });
    expect((await ashlar(["diff", "old.stone", "new.stone"], { cwd: optional })).code).toBe(0);
    expect((await ashlar(["diff", "old.stone", "new.stone", "--level", "source"], { cwd: optional })).code).toBe(1);
  });

  test("CMP-100: diff prints JSON with the names of the sides, places and the message", async () => {
    const { stdout } = await ashlar(["diff", "old", "new", "--format", "json"], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      ashlarDiff: 1,
      old: "old",
      new: "new",
      summary: { breaking: 1, semver: "major", fails: true, routes: 1, routesReached: 1 },
      findings: [
        {
          id: "field-added-required shop.Order.size",
          verdict: { request: "breaks", response: "ok", caller: "breaks", server: "breaks" },
          fails: true,
          old: null,
          new: { file: "new/shop.stone", line: 5, column: 5 },
          proofs: [{ direction: "request", status: "executed", json: '{"id":""}' }],
        },
      ],
    });
  });

  test("diff annotates the line in GitHub Actions", async () => {
    const { stdout } = await ashlar(["diff", "old", "new", "--format", "github"], { cwd });
    expect(stdout).toMatch(
      /^::error file=new\/shop\.stone,line=5,col=5,title=field-added-required::.*%0AAn old client sends: \{"id":""\}%0AA new server reports: /,
    );
  });

  test("diff reads an IR document as `ashlar ir` prints it", async () => {
    const { stdout } = await ashlar(["ir", "old"], { cwd });
    writeFileSync(join(cwd, "released.json"), stdout);
    expect((await ashlar(["diff", "released.json", "old"], { cwd })).stdout).toBe("No changes.\n");
    expect((await ashlar(["diff", "released.json", "new", "--semver"], { cwd })).stdout).toBe("major\n");
  });

  test("CMP-70: diff reads an IR document from standard input", async () => {
    const { stdout } = await ashlar(["ir", "old"], { cwd });
    const { stdout: report } = await ashlar(["diff", "-", "new", "--format", "json"], { cwd, input: stdout });
    expect(JSON.parse(report)).toMatchObject({ old: "-", findings: [{ rule: "field-added-required" }] });
  });

  test("CMP-71: diff reads a Git revision in place: a folder, a glob, in a bare repository, a merge base", async () => {
    const repository = folderWith({ "spec/shop.stone": old });
    const git = (...args: string[]): string => execFileSync("git", args, { cwd: repository, encoding: "utf8" });
    git("init", "--quiet", "--initial-branch=main");
    git("add", ".");
    git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "--quiet", "-m", "old");
    writeFileSync(join(repository, "spec/shop.stone"), now);
    const { code, stdout } = await ashlar(["diff", "git:main:spec", "spec"], { cwd: repository });
    expect(code).toBe(1);
    expect(stdout).toContain("now: spec/shop.stone:5:5");
    expect((await ashlar(["diff", "git:HEAD:spec", "git:main...:spec"], { cwd: repository })).stdout).toBe(
      "No changes.\n",
    );
    const globbed = await ashlar(["diff", "git:main:spec/*.stone", "spec", "--semver"], { cwd: repository });
    expect(globbed.stdout).toBe("major\n");
    git("clone", "--quiet", "--bare", ".", "bare");
    const bare = await ashlar(["diff", "git:main:spec", "../spec", "--semver"], { cwd: join(repository, "bare") });
    expect(bare.stdout).toBe("major\n");
    expect(await ashlar(["diff", "git:main:specs", "spec"], { cwd: repository })).toMatchObject({
      code: 2,
      stderr: "error: The revision main has no .stone file in specs.\n",
    });
    expect(await ashlar(["diff", "git:gone:spec", "spec"], { cwd: repository })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Git does not find the revision gone here. Fetch it"),
    });
    expect(await ashlar(["diff", "git:--output=x:spec", "spec"], { cwd: repository })).toMatchObject({ code: 2 });
  });

  test("CMP-73: diff reports errors of a side, with exit code 2, and says that nothing was compared", async () => {
    const { code, stdout, stderr } = await ashlar(["diff", "wrong", "new"], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("--> wrong/shop.stone:4:8");
    expect(stderr).toMatch(/\n1 error in 1 file\.\nNothing was compared: the old side, wrong, has errors\.\n$/);
  });

  test("CMP-71: the advice for a shallow clone leads to a report", async () => {
    const root = folderWith({ "ashlar.config.json": '{ "specs": "spec" }', "spec/shop.stone": old });
    const git = gitIn(root);
    git("init", "--quiet", "--initial-branch=main");
    commit(root, "base");
    git("checkout", "--quiet", "-b", "feature");
    commit(root, "feature");
    git("checkout", "--quiet", "main");
    commit(root, "main");
    for (const options of [["--branch=feature"], ["--no-single-branch", "--branch=feature"]]) {
      const clone = folderWith({});
      git("clone", "--quiet", "--depth=1", ...options, `file://${root}`, clone);
      const { code, stderr } = await ashlar(["diff", "git:origin/main..."], { cwd: clone });
      expect(code).toBe(2);
      const [, advice = ""] = /'git (fetch [^']*)'/.exec(stderr) ?? [];
      gitIn(clone)(...advice.split(" "));
      expect(await ashlar(["diff", "git:origin/main..."], { cwd: clone })).toMatchObject({ stdout: "No changes.\n" });
    }
  });

  test("CMP-71: a merge base of a shallow clone that may be too old is refused", async () => {
    const root = folderWith({ "ashlar.config.json": '{ "specs": "spec" }', "spec/shop.stone": old });
    const git = gitIn(root);
    git("init", "--quiet", "--initial-branch=main");
    commit(root, "one");
    git("checkout", "--quiet", "-b", "side");
    commit(root, "side");
    git("checkout", "--quiet", "main");
    commit(root, "two");
    git("checkout", "--quiet", "-b", "feature");
    commit(root, "feature");
    git("checkout", "--quiet", "main");
    commit(root, "three");
    commit(root, "four");
    git(...author, "merge", "--quiet", "--no-edit", "side");
    const clone = folderWith({});
    git("clone", "--quiet", "--depth=9", "--branch=feature", `file://${root}`, clone);
    gitIn(clone)("fetch", "--quiet", "--depth=3", "origin", "main:refs/remotes/origin/main");
    const { code, stderr } = await ashlar(["diff", "git:origin/main..."], { cwd: clone });
    expect(code).toBe(2);
    expect(stderr).toContain("This clone is shallow, and origin/main and HEAD may have a newer common ancestor");
  });

  test("CMP-72: a revision is compared by its own configuration, also if the API has been moved, or is new", async () => {
    const root = folderWith({
      "api/ashlar.config.ts": 'export default { specs: ["spec"] };\n',
      "api/spec/shop.stone": old,
      "README.md": "",
    });
    const git = gitIn(root);
    git("init", "--quiet");
    commit(root, "base");
    const nothing = { code: 0, stdout: "No changes.\n", stderr: "" };
    git("mv", "api/spec", "api/stone");
    writeFileSync(join(root, "api/ashlar.config.ts"), "export default { specs: 'stone' };\n");
    expect(await ashlar(["diff", "git:HEAD"], { cwd: join(root, "api") })).toEqual(nothing);
    git("mv", "api", "shop");
    expect(await ashlar(["diff", "git:HEAD"], { cwd: join(root, "shop") })).toEqual(nothing);
    writeFileSync(join(root, "shop/ashlar.config.ts"), "const specs = ['stone'];\nexport default { specs };\n");
    commit(root, "moved");
    git("mv", "shop/stone", "shop/spec");
    writeFileSync(join(root, "shop/ashlar.config.ts"), "export default { specs: 'spec' };\n");
    const moved = await ashlar(["diff", "git:HEAD"], { cwd: join(root, "shop") });
    expect(moved).toMatchObject({ code: 2, stdout: "" });
    expect(moved.stderr).toContain("name the folder in which it was: 'git:HEAD:shop/stone'");

    commit(root, "moved again");
    mkdirSync(join(root, "other"));
    const config = { specs: ".", package: { name: "o", version: "1.0.0" }, compat: { version: "check" } };
    writeFileSync(join(root, "other/ashlar.config.json"), JSON.stringify(config));
    writeFileSync(join(root, "other/other.stone"), old.replace("shop", "other"));
    const first = await ashlar(["diff", "git:HEAD"], { cwd: join(root, "other") });
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toContain("1 namespace-added: other");
  });

  test("CMP-96: annotations have paths from the root of the repository, and errors are annotations, too", async () => {
    const root = folderWith({
      "apis/shop/ashlar.config.json": '{ "specs": "spec" }',
      "apis/shop/spec/shop.stone": old,
      "apis/shop/wrong.stone": "namespace shop\n\nstruct Order\n    id Strin\n",
    });
    gitIn(root)("init", "--quiet");
    commit(root, "base");
    writeFileSync(join(root, "apis/shop/spec/shop.stone"), now);
    const run = (...args: string[]): ReturnType<typeof ashlar> =>
      ashlar([...args, "--format", "github"], { cwd: join(root, "apis/shop") });
    expect((await run("diff", "git:HEAD")).stdout).toMatch(/^::error file=apis\/shop\/spec\/shop\.stone,line=5,/);
    expect((await run("check", "wrong.stone")).stderr).toMatch(/^::error file=apis\/shop\/wrong\.stone,line=4,/);
    expect((await run("lint", "spec")).stderr).toMatch(/^::notice file=apis\/shop\/spec\/shop\.stone,/);
    const sarif = await ashlar(["lint", "spec", "--format", "sarif"], { cwd: join(root, "apis/shop") });
    expect(sarif.stdout).toContain('"uri": "apis/shop/spec/shop.stone"');
    const wrong = { code: 2, stdout: "" };
    const unknown = await run("diff", "git:nowhere");
    expect(unknown).toMatchObject(wrong);
    expect(unknown.stderr).toMatch(/^::error title=ashlar::Git does not find the revision nowhere here\./);
    const side = await run("diff", "spec", "wrong.stone");
    expect(side).toMatchObject(wrong);
    expect(side.stderr).toMatch(/^::error file=apis\/shop\/wrong\.stone,line=4,/);
    const oldSide = await run("diff", "git:HEAD:apis/shop/wrong.stone", "spec");
    expect(oldSide.stderr).toMatch(/^::error title=ashlar::git:HEAD:apis\/shop\/wrong\.stone:4:8: No type/);
    expect((await run("lint", "missing")).stderr).toMatch(/^::error title=ashlar::/);
  });

  test("CMP-51: a message that is refused because of another change contains the field of its finding", async () => {
    const folder = folderWith({ "old.stone": old.replace("id String", "note String?"), "new.stone": old });
    const { stdout } = await ashlar(["diff", "old.stone", "new.stone", "--format", "json"], { cwd: folder });
    const { findings } = JSON.parse(stdout) as { findings: { id: string; proofs: { json: string }[] }[] };
    const removed = findings.find(({ id }) => id === "field-removed-optional shop.Order.note");
    expect(removed?.proofs[0]?.json).toBe('{"note":""}');
  });

  test("CMP-81, CMP-111: diff accepts the exceptions of the configuration, which count for the version, and reports unused ones", async () => {
    const ignore = (subject: string, until: string): object => ({ rule: "field-*", subject, reason: "Unused.", until });
    const config = (...entries: object[]): string =>
      JSON.stringify({ specs: "new", compat: { against: "old", ignore: entries } });
    const folder = folderWith({
      "old/shop.stone": old,
      "new/shop.stone": now,
      "ashlar.config.json": config(ignore("shop.Order.size", "2999-12-31"), ignore("shop.Gone.*", "2999-12-31")),
      "expired.json": config(ignore("shop.Order.size", "2020-12-31")),
    });
    const { code, stdout } = await ashlar(["diff"], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toContain("field-added-required shop.Order.size: Unused. (`compat.ignore`, until 2999-12-31)");
    expect(stdout).toContain("No finding matches the exception field-* shop.Gone.* in 'compat.ignore'.");
    const json = await ashlar(["diff", "--format", "json"], { cwd: folder });
    expect(JSON.parse(json.stdout)).toMatchObject({
      summary: { breaking: 1, ignored: 1, fails: false, semver: "major" },
      findings: [{ fails: false, ignored: { reason: "Unused.", until: "2999-12-31" } }],
      unusedIgnores: ["field-* shop.Gone.*"],
    });
    const expired = await ashlar(["diff", "--config", "expired.json"], { cwd: folder });
    expect(expired.code).toBe(1);
    expect(expired.stdout).toContain("The exception for it expired after 2020-12-31.");
  });

  test("CMP-80, CMP-86: what is lowered, ignored or accepted says by what, in each format", async () => {
    const route = "route get(Order, Order, Void)\n    attrs\n        is_preview = true\n";
    const cfg = "namespace stone_cfg\n\nstruct Route\n    is_preview Boolean = false\n";
    const withRoute = (text: string): string => text.replace("route get(Order, Order, Void)\n", route);
    const compat = { rules: { "route-removed": "off" } };
    const folder = folderWith({
      "old/shop.stone": `${withRoute(old)}\nroute gone(Void, Void, Void)\n`,
      "old/stone_cfg.stone": cfg,
      "new/shop.stone": withRoute(now),
      "new/stone_cfg.stone": cfg,
      "ashlar.config.json": JSON.stringify({ specs: "new", compat: { against: "old", ...compat } }),
    });
    const report = async (...args: string[]): Promise<string> =>
      (await ashlar(["diff", ...args], { cwd: folder })).stdout;
    const why = "Only warns: `is_preview = true` of the route, and `compat.preview` is `warn`";
    const off = "`compat.rules` says `off` for `route-removed`";
    const pretty = await report();
    expect(pretty).toContain(`\nWarnings, which do not fail\n`);
    expect(pretty).toContain(`    ${why}.\n`);
    expect(pretty).toContain(`\nIgnored\n\n  route-removed shop/gone: ${off}.\n`);
    expect(await report("--format", "github")).toMatch(/^::warning .*%0AOnly warns: `is_preview = true` of the route/);
    const markdown = await report("--format", "markdown");
    expect(markdown).toContain(`${why}.\n`);
    expect(markdown).toContain(`### Ignored\n\n- \`route-removed shop/gone\`: ${off}.\n`);
    expect(JSON.parse(await report("--format", "json"))).toMatchObject({
      findings: [{ lowered: why.slice("Only warns: ".length) }, { lowered: off, fails: false }],
    });
  });

  test("CMP-95: a long message shows the place that matters, also if it is an absent field, or many items", async () => {
    const fields = Array.from({ length: 20 }, (_, index) => `    field_${index} String\n`).join("");
    const spec = (size: string, limit: string): string =>
      `namespace shop\n\nstruct Line\n${fields}${size}\nstruct Order\n    lines List(Line)\n\n` +
      `struct Names\n    names List(String${limit})\n\nroute put(Order, Void, Void)\nroute name(Names, Void, Void)\n`;
    const folder = folderWith({
      "old.stone": spec("", ", max_items=100"),
      "new.stone": spec("    size UInt64\n", ", max_items=50"),
    });
    const { stdout } = await ashlar(["diff", "old.stone", "new.stone"], { cwd: folder });
    expect(stdout).toContain('An old client sends: {"lines":[{"field_0":"","field_1":"",');
    expect(stdout).toMatch(/sends: .*,…\} without "size"\]\}\n/);
    expect(stdout).toContain('An old client sends: {"names":["",… 51 items]}');
  });

  test("CMP-94: removed tags of an open union are named", async () => {
    const spec = (tags: string): string => `namespace n\nunion U\n    z\n${tags}route go(Void, U, Void)\n`;
    const folder = folderWith({ "old.stone": spec("    a\n    b\n    c\n    d\n    e\n"), "new.stone": spec("") });
    const { stdout } = await ashlar(["diff", "old.stone", "new.stone"], { cwd: folder });
    expect(stdout).toContain("  5 tag-removed: n.U.a, n.U.b, n.U.c, n.U.d, n.U.e (");
  });

  test("CMP-74: diff writes several reports at once", async () => {
    const outputs = ["--output", "json=report.json", "--output", "markdown=report.md"];
    const { code, stdout } = await ashlar(["diff", "old", "new", ...outputs], { cwd });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^1 breaking change/);
    const inFile = (name: string): string => readFileSync(join(cwd, name), "utf8");
    expect(inFile("report.json")).toBe((await ashlar(["diff", "old", "new", "--format", "json"], { cwd })).stdout);
    expect(inFile("report.md")).toBe((await ashlar(["diff", "old", "new", "--format", "markdown"], { cwd })).stdout);
    expect(await ashlar(["diff", "old", "new", "--output", "yaml=x"], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'--output' must be FORMAT=FILE with pretty, json, github, markdown"),
    });
  });

  test("CMP-74: diff --only compares the routes and namespaces that it names", async () => {
    const both = "route get(Order, Order, Void)\nroute put(Void, Void, Void)\n";
    const folder = folderWith({
      "old.stone": `namespace shop\nstruct Order\n    id String\n${both}`,
      "new.stone": `namespace shop\nstruct Order\n    id String\n    size UInt64\n${both.replace("put(Void", "put(Order")}`,
    });
    const subjects = async (...only: string[]): Promise<string[]> => {
      const args = only.flatMap((name) => ["--only", name]);
      const { stdout } = await ashlar(["diff", "old.stone", "new.stone", "--format", "json", ...args], { cwd: folder });
      return (JSON.parse(stdout) as { findings: { subject: string }[] }).findings.map(({ subject }) => subject);
    };
    expect(await subjects()).toEqual(["shop.Order.size", "shop/put#arg"]);
    expect(await subjects("shop/put")).toEqual(["shop/put#arg"]);
    expect(await subjects("shop/g*")).toEqual(["shop.Order.size"]);
    expect(await subjects("shop")).toEqual(["shop.Order.size", "shop/put#arg"]);
    const unmatched = ["diff", "old.stone", "new.stone", "--only", "shop/pit"];
    expect(await ashlar(unmatched, { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        "'--only shop/pit' matches no route and no namespace of either side. Did you mean",
      ),
    });
  });

  test("CMP-78: findings of --since are accepted, and those that no longer occur are reported", async () => {
    const args = ["diff", "old", "new", "--since", "accepted.json"];
    expect(await ashlar([...args, "--update-since"], { cwd })).toMatchObject({ code: 0 });
    const path = join(cwd, "accepted.json");
    expect(readFileSync(path, "utf8")).toBe('[\n  "field-added-required shop.Order.size"\n]\n');
    const accepted = await ashlar(args, { cwd });
    expect(accepted.code).toBe(0);
    expect(accepted.stdout).toContain("field-added-required shop.Order.size: It was accepted before (`--since`).");
    writeFileSync(path, '["field-added-required shop.Order.gone"]');
    const gone = await ashlar(args, { cwd });
    expect(gone.code).toBe(1);
    expect(gone.stdout).toContain(
      "No finding matches field-added-required shop.Order.gone, which was accepted before.",
    );
    writeFileSync(path, '{"a": 1}');
    expect(await ashlar(args, { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("accepted.json must be a JSON array of finding ids"),
    });
    expect(await ashlar(["diff", "old", "new", "--update-since"], { cwd })).toMatchObject({ code: 2 });
  });

  test("CMP-93: diff shows both lines of a change, the old one of what is gone, and nothing of an IR document", async () => {
    const folder = folderWith({
      "old.stone":
        "namespace shop\nunion Channel\n    mail\n    fax\nroute send(Channel, Void, Void)\nroute off(Void, Void, Void)\n",
      "new.stone":
        "namespace shop\nunion Channel\n    mail\nroute send(Channel, Void, Void)\nroute off(Channel, Void, Void)\n",
    });
    const { stdout } = await ashlar(["diff", "old.stone", "new.stone"], { cwd: folder });
    expect(stdout).toContain("    before: old.stone:4:5\n       4 |     fax\n         |     ^^^\n");
    expect(stdout).toContain(
      "    before: old.stone:6:11\n       6 | route off(Void, Void, Void)\n         |           ^^^^\n" +
        "    now: new.stone:5:11\n       5 | route off(Channel, Void, Void)\n         |           ^^^^^^^\n",
    );
    const document = await ashlar(["ir", "old.stone"], { cwd: folder });
    writeFileSync(join(folder, "old.json"), document.stdout);
    expect((await ashlar(["diff", "old.json", "new.stone"], { cwd: folder })).stdout).not.toContain("before:");
    const github = await ashlar(["diff", "old.stone", "new.stone", "--format", "github"], { cwd: folder });
    expect(github.stdout).toContain("::error file=new.stone,line=2,col=7,title=tag-removed::"); // CMP-96: the union
  });

  test("CMP-94, CMP-101: diff counts what does not fail by rule; --all and --docs list it, and JSON has all", async () => {
    const folder = folderWith({
      "old.stone": 'namespace shop\nstruct Order\n    "One."\n    id String\n',
      "new.stone": 'namespace shop\nstruct Order\n    "Two."\n    id String\n    a String?\n    b String?\n',
    });
    const run = async (...args: string[]): Promise<string> =>
      (await ashlar(["diff", "old.stone", "new.stone", ...args], { cwd: folder })).stdout;
    expect(await run()).toContain(
      "Compatible (--all lists it)\n\n  2 field-added-optional: shop.Order.a, shop.Order.b\n\n" +
        "Documentation and examples (--docs lists them)\n\n  1 doc-changed: shop.Order\n",
    );
    expect(await run("--all")).toMatch(/Other changes\n\n {2}`shop\.Order\.a` is a new optional field/);
    expect(await run("--all")).toContain("1 doc-changed: shop.Order");
    expect(await run("--docs")).toContain("`shop.Order` has other documentation");
    expect(await run("--format", "markdown")).not.toContain("documentation");
    expect(await run("--format", "json")).toContain('"rule": "doc-changed"');
  });

  test("CMP-91, CMP-95: a change in several routes is shown once, in words of those who notice it", async () => {
    const names = ["given_name", "family_name", "street", "postal_code", "city", "telephone_number", "fax_number"];
    const shop = (type: string): string =>
      `namespace shop\nstruct Order\n    size ${type}\n    customer Customer\n` +
      `struct Customer\n${names.map((name) => `    ${name} String\n`).join("")}` +
      ["a", "b", "c", "d"].map((name) => `route ${name}(Void, Order, Order)\n`).join("") +
      "route take(Order, Void, Void)\n";
    const folder = folderWith({ "old.stone": shop("UInt32"), "new.stone": shop("UInt64") });
    const { stdout } = await ashlar(["diff", "old.stone", "new.stone"], { cwd: folder });
    expect(stdout).toContain("1 breaking change reaches 4 of 5 routes.");
    expect(stdout).toContain("old clients refuse results in which it is above 4294967295. [range-widened]");
    expect(stdout).toContain("in results and errors of 4 routes: shop/a, shop/b, shop/c, … (--all lists them)\n");
    expect(stdout).toContain('A new server answers: {"size":4294967296,…}\n'); // what stands on the path, of a long message
  });

  test("CMP-76: the same sides of diff give the same bytes, without a time or a path of the machine", async () => {
    const first = await ashlar(["diff", "old", "new"], { cwd });
    expect(await ashlar(["diff", "old", "new"], { cwd })).toEqual(first);
    expect(first.stdout).not.toContain(cwd);
  });

  test("CMP-72: filters apply to both sides of diff", async () => {
    const { code } = await ashlar(["diff", "old", "new", "--blacklist-namespace-routes", "shop"], { cwd });
    expect(code).toBe(0); // no route is left that the change could break
  });

  test("CMP-56: Ctrl-C during diff leaves no temporary files", async () => {
    const interrupted = folderWith({ "old.stone": old, "new.stone": now, "temporary/keep": "" });
    const temporary = join(interrupted, "temporary");
    const child = spawn(process.execPath, [binary, "diff", "old.stone", "new.stone"], {
      cwd: interrupted,
      env: { ...process.env, TMPDIR: temporary },
      stdio: "ignore",
    });
    const ended = once(child, "exit");
    const hasFiles = (): boolean =>
      readdirSync(temporary).some((name) => name !== "keep" && filesIn(temporary, name) > 0);
    await vi.waitUntil(() => child.exitCode !== null || hasFiles(), { timeout: 500_000, interval: 5 });
    child.kill("SIGINT");
    await ended;
    expect(readdirSync(temporary)).toEqual(["keep"]);
  });

  test("CMP-74: diff explains a rule with an example that is executed", async () => {
    const { code, stdout } = await ashlar(["diff", "--explain", "tag-added"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^tag-added\n\nA tag is a new tag\./);
    expect(stdout).toContain('    A new server answers: {".tag":"lost"}\n');
    expect(await ashlar(["diff", "--explain", "tag-aded"], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Did you mean 'tag-added'?"),
    });
    expect((await ashlar(["diff", "--list-rules"], { cwd })).stdout).toMatch(/^field-added-required {2,}is a new/);
  });

  test("CMP-112: the version of the package must be raised as the changes require", async () => {
    const config = (version: string): string =>
      JSON.stringify({ specs: "spec", package: { version }, compat: { version: "check" } });
    const repository = folderWith({ "spec/shop.stone": old, "ashlar.config.json": config("1.2.0") });
    const git = (...args: string[]): string => execFileSync("git", args, { cwd: repository, encoding: "utf8" });
    git("init", "--quiet", "--initial-branch=main");
    git("add", ".");
    git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "--quiet", "-m", "old");
    const compatible = `${old}\nroute put(Order, Order, Void)\n`;
    const check = async (version: string): Promise<unknown> => {
      writeFileSync(join(repository, "spec/shop.stone"), compatible);
      writeFileSync(join(repository, "ashlar.config.json"), config(version));
      const { code, stderr } = await ashlar(["diff", "git:main"], { cwd: repository });
      return [code, stderr];
    };
    const message = (version: string): string =>
      `error: The version of the package is ${version}, and was 1.2.0 before: the changes require a minor version.\n`;
    expect(await check("1.2.0")).toEqual([1, message("1.2.0")]);
    expect(await check("1.2.9")).toEqual([1, message("1.2.9")]);
    expect(await check("1.3.0")).toEqual([0, ""]);
    expect(await check("2.0.0")).toEqual([0, ""]);
    const { code, stderr } = await ashlar(["diff", "spec"], { cwd: repository });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("must be a Git revision") });
  });

  test.each([
    [{ levl: "wire" }, "'compat' has no member 'levl'. Did you mean 'level'?"],
    [
      { rules: { "tag-aded": "warn" } },
      "'compat.rules' names no rule of 'ashlar diff': 'tag-aded'. Did you mean 'tag-added'?",
    ],
    [{ ignore: [{ rule: "tag-added", subject: "*", reason: " " }] }, "'compat.ignore[0].reason' must say why"],
    [
      { ignore: [{ rule: "tag-added", subject: "*", reason: "x", until: "2026-02-30" }] },
      "'compat.ignore[0].until' must be a date such as 2027-03-31, not \"2026-02-30\"",
    ],
  ])("diff refuses the policy %j", async (compat, message) => {
    const folder = folderWith({ "ashlar.config.json": JSON.stringify({ specs: "new", compat }) });
    const { code, stderr } = await ashlar(["diff", "old"], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });

  test("CMP-97: diff writes markdown for comments, which GitHub Actions gets as a summary, too", async () => {
    const { code, stdout } = await ashlar(["diff", "old", "new", "--format", "markdown"], { cwd });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^<!-- ashlar-diff -->\n\*\*1 breaking change reaches 1 of 1 route\./);
    expect(stdout).toContain(
      "| `shop.Order.size` field-added-required | old clients: new servers refuse their requests; " +
        "callers and handlers must change when they upgrade (1 route) | `new/shop.stone:5` |",
    );
    expect(stdout).toContain(
      'An old client sends:\n```json\n{"id":""}\n```\nA new server reports: size: expected an integer, found nothing.\n',
    );
    expect(stdout).toContain(
      '```json\n{"rule": "field-added-required", "subject": "shop.Order.size", "reason": "…"}\n```\n',
    );
    expect(stdout).toContain("### Added\n\n- field `shop.Order.size`\n");
    const summary = join(cwd, "summary.md");
    await ashlar(["diff", "old", "new", "--format", "github"], { cwd, env: { GITHUB_STEP_SUMMARY: summary } });
    expect(readFileSync(summary, "utf8")).toBe(stdout);
  });

  test("CMP-97: markdown of diff names successors and new names, and lists new types without their fields", async () => {
    const order = "namespace shop\n\nstruct Order\n    grade Grade\n    text Text\n\n";
    const grade = "struct Grade\n    value Float64\n\n";
    const route = (name: string, more = ""): string => `route ${name} (Order, Void, Void)${more}\n\n`;
    const folder = folderWith({
      "old.stone": `${order}${grade}struct Text\n    raw String\n\n${route("all")}${route("gone", " deprecated by all")}`,
      "new.stone":
        order.replace("Grade", "Mark").replace("Text", "NewText") +
        grade.replace("Grade", "Mark") +
        "struct Text\n    raw String\n\n" +
        "struct NewText\n    raw String\n    language String?\n\n" +
        `${route("all", " deprecated by all:2")}${route("all:2")}`,
    });
    const { stdout } = await ashlar(["diff", "old.stone", "new.stone", "--format", "markdown"], { cwd: folder });
    expect(stdout.slice(stdout.indexOf("### Added"))).toBe(
      [
        "### Added\n\n- route `shop/all:2`\n- type `shop.NewText`\n",
        '### Changed\n\n- `shop.Grade` has another name ("shop.Grade" before, "shop.Mark" now): the code of callers and handlers has to be changed.',
        '- `shop.Order.text` refers to another type ("shop.Text" before, "shop.NewText" now).\n',
        "### Deprecated\n\n- route `shop/all`, by `shop/all:2`\n",
        "### Removed\n\n- route `shop/gone`, after it was deprecated\n",
      ].join("\n"),
    );
    expect(stdout).not.toContain("\n\n\n");
    const pretty = await ashlar(["diff", "old.stone", "new.stone"], { cwd: folder });
    expect(pretty.stdout).toContain("1 type-renamed: shop.Grade → shop.Mark (");
  });

  test("CMP-90, CMP-95: a renamed route is one route, one character is singular, and nobody is named twice in a cell", async () => {
    const folder = folderWith({
      "old.stone":
        "namespace n\nstruct S\n    a String\n    b String\nroute one(S, S, Void)\nroute two(S, Void, Void)\n",
      "new.stone":
        "namespace n\nstruct S\n    a String(min_length=1)\n    b UInt32\nroute one(S, S, Void)\nroute second(S, Void, Void)\n",
    });
    const { stdout } = await ashlar(["diff", "old.stone", "new.stone", "--format", "markdown"], { cwd: folder });
    expect(stdout).toContain("3 breaking changes reach 2 of 2 routes.");
    expect(stdout).toContain("in which it is shorter than 1 character.");
    expect(stdout).toContain("| old clients: new servers refuse their requests, and they refuse results; callers");
  });

  test("CMP-97: markdown of diff fits into a comment on GitHub", async () => {
    const fields = Array.from({ length: 600 }, (_, index) => `    field_${index} String\n`).join("");
    const folder = folderWith({
      "old.stone": old,
      "new.stone": old.replace("    id String\n", `    id String\n${fields}`),
    });
    const args = ["diff", "old.stone", "new.stone", "--format", "markdown", "--no-proof"];
    const { stdout } = await ashlar(args, { cwd: folder });
    expect(stdout.length).toBeLessThanOrEqual(60_000);
    expect(stdout).toMatch(/… and \d+ more\./);
    expect(stdout.match(/<details>/g)?.length).toBe(stdout.match(/<\/details>/g)?.length);
  });

  test("CMP-97: markdown of diff folds long lists, and closes what it has opened", async () => {
    const routes = Array.from({ length: 900 }, (_, index) => `route go_${index}_${"x".repeat(60)}(Void, Void, Void)\n`);
    const folder = folderWith({ "old.stone": old, "new.stone": `${old}\n${routes.join("")}` });
    const { stdout } = await ashlar(["diff", "old.stone", "new.stone", "--format", "markdown"], { cwd: folder });
    expect(stdout).toContain("### Added\n\n<details>\n<summary>900 changes</summary>\n\n- route `shop/go_0_");
    expect(stdout).toMatch(/\n\n<\/details>\n\n… and \d+ more\. `ashlar diff --all` lists them\.\n$/);
  });

  test("CMP-96: diff annotates at most ten findings, and counts the others", async () => {
    const fields = Array.from({ length: 12 }, (_, index) => `    field_${index} String\n`).join("");
    const folder = folderWith({
      "old.stone": old,
      "new.stone": old.replace("    id String\n", `    id String\n${fields}`),
    });
    const { stdout } = await ashlar(["diff", "old.stone", "new.stone", "--format", "github"], { cwd: folder });
    expect(stdout.match(/^::error/gm)).toHaveLength(10);
    expect(stdout).toContain("::error::3 more.");
  });

  test.each([
    [["diff"], "Name the old and the new side, or the old one in 'compat.against'"],
    [["diff", "old"], "Name the old and the new side: there is no ashlar.config.* in this folder or above."],
    [["diff", "old", "new", "newer"], "Unexpected argument 'newer'."],
    [["diff", "git:main", "new"], "git:main needs a path, such as git:main:spec"],
    [["diff", "git::spec", "new"], "'git::spec' names no Git revision. Write git:REV or git:REV:PATH"],
    [["diff", "git:main:spec", "new"], "Git fails: not a git repository"],
    [["diff", "foreign.json", "new"], "foreign.json cannot be read: it is not an IR document as `ashlar ir` prints it"],
    [["diff", "newer.json", "new"], "newer.json cannot be read: it is an IR document of version 2, and only version 1"],
    [["diff", "partial.json", "new"], "partial.json cannot be read: it is not a complete IR document."],
    [["diff", "broken.json", "new"], "not a complete IR document: x/go refers to x.Gone, which does not exist"],
    [["diff", "text.json", "new"], "text.json cannot be read: it is not JSON"],
    [["diff", "gone.json", "new"], "gone.json cannot be read: it does not exist"],
  ])("diff refuses %j", async (args, message) => {
    const { code, stdout, stderr } = await ashlar(args, { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});
