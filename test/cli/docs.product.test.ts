import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runProgram } from "../../src/cli/docs/run-guides.js";
import { ashlar, folderWith } from "./command-line.js";
import { contentsOf } from "./outputs.js";
import { watchingCommand } from "./watching.js";

const spec = `namespace shop

struct Order
    "An order, see :link:\`terms /terms\`."
    id String
        "The number."

route get(Order, Order, Void)
    "Returns an order."
`;

function project(): string {
  return folderWith({
    "spec/shop.stone": spec,
    "ashlar.config.json": '{"specs":"spec","package":{"name":"shop-api"}}',
  });
}

describe("docs", () => {
  test("docs writes a site, and nothing again that has not changed", async () => {
    const cwd = project();
    const first = await ashlar(["docs"], { cwd });
    expect(first).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Wrote \d+ files in site\.\n$/) as string,
      stderr: "",
    });
    expect(readFileSync(join(cwd, "site/shop/routes/get.html"), "utf8")).toContain("Returns an order.");
    expect(readFileSync(join(cwd, "site/site.css"), "utf8")).toContain("--text");
    expect(readFileSync(join(cwd, "site/site.js"), "utf8")).not.toMatch(/^(?:import|export)\b/m);
    utimesSync(join(cwd, "site/index.html"), 0, 0);
    expect((await ashlar(["docs"], { cwd })).stdout).toBe("site is up to date.\n");
    writeFileSync(join(cwd, "spec/shop.stone"), spec.replace("The number.", "The numeral."));
    await ashlar(["docs"], { cwd });
    expect(statSync(join(cwd, "site/index.html")).mtimeMs).toBe(0);
    expect(readFileSync(join(cwd, "site/shop/types/Order.html"), "utf8")).toContain("The numeral.");
  });

  test("docs --check lists what is stale, --clean removes what was written; files of others are not touched", async () => {
    const cwd = project();
    expect((await ashlar(["docs", "--check"], { cwd })).code).toBe(1);
    await ashlar(["docs"], { cwd });
    writeFileSync(join(cwd, "site/mine.html"), "mine");
    expect(await ashlar(["docs", "--check"], { cwd })).toMatchObject({ code: 0, stdout: "site is fresh.\n" });
    rmSync(join(cwd, "site/errors.html"));
    expect(await ashlar(["docs", "--check"], { cwd })).toMatchObject({
      code: 1,
      stdout: "missing  site/errors.html\nRun `ashlar docs` and commit the result.\n",
    });
    expect((await ashlar(["docs", "--clean"], { cwd })).stdout).toMatch(/^Removed \d+ files from site\.\n$/);
    expect(readFileSync(join(cwd, "site/mine.html"), "utf8")).toBe("mine");
    writeFileSync(join(cwd, "site/index.html"), "mine");
    expect(await ashlar(["docs"], { cwd })).toMatchObject({ code: 2 });
  });

  test("OUT-2: docs refuses the folder of a package, and 'generate' the folder of a site", async () => {
    const cwd = project();
    await ashlar(["generate"], { cwd });
    await ashlar(["docs"], { cwd });
    const before = contentsOf(cwd);
    for (const option of [[], ["--check"], ["--clean"]]) {
      expect(await ashlar(["docs", "--out", "generated", ...option], { cwd })).toEqual({
        code: 2,
        stdout: "",
        stderr:
          "error: generated contains a package, written by `ashlar generate`. Choose another folder with `--out`, or first run " +
          "`ashlar generate --clean --out generated`. Nothing has been changed.\n",
      });
      expect(await ashlar(["generate", "--out", "site", ...option], { cwd })).toEqual({
        code: 2,
        stdout: "",
        stderr:
          "error: site contains a documentation site, written by `ashlar docs`. Choose another folder with `--out`, or first run " +
          "`ashlar docs --clean --out site`. Nothing has been changed.\n",
      });
    }
    expect(contentsOf(cwd)).toEqual(before);
    await ashlar(["docs", "--clean"], { cwd });
    expect(await ashlar(["generate", "--out", "site"], { cwd })).toMatchObject({ code: 0 });
  });

  test("GUIDE-2: docs takes a title, a logo, links, URLs and a baseline", async () => {
    const cwd = project();
    writeFileSync(join(cwd, "old.stone"), spec.replace("id String", "number String"));
    writeFileSync(join(cwd, "logo.svg"), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>');
    const docs = {
      title: "The Shop",
      logo: "logo.svg",
      versions: [{ title: "Version 1", url: "../v1/" }],
      repository: "https://git.example.com/shop",
    };
    writeFileSync(join(cwd, "ashlar.config.json"), JSON.stringify({ specs: "spec", docs }));
    const options = ["--base", "https://shop.example/docs", "--link-base", "https://shop.example"];
    expect(await ashlar(["docs", "--out", "public", ...options, "--since", "old.stone"], { cwd })).toMatchObject({
      code: 0,
    });
    expect(readFileSync(join(cwd, "public/sitemap.xml"), "utf8")).toContain("https://shop.example/docs/changes.html");
    const page = readFileSync(join(cwd, "public/shop/types/Order.html"), "utf8");
    expect(page).toContain("<title>shop.Order &ndash; The Shop</title>");
    expect(page).toContain('<a href="https://shop.example/terms">terms</a>');
    expect(page).toContain('<img src="../../logo.svg" alt="">');
    expect(page).toContain('<a href="../../../v1/">Version 1</a>');
    expect(page).toContain('<a href="https://git.example.com/shop">Repository</a>');
    expect(page).toMatch(/href="..\/..\/changes.html#shop.Order">Changed</);
    expect(await ashlar(["docs", "--base", "shop"], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'--base' must be a URL") as string,
    });
    writeFileSync(join(cwd, "logo.svg"), "PNG");
    expect(await ashlar(["docs"], { cwd })).toMatchObject({
      code: 2,
      stderr: "error: 'docs.logo' has 'logo.svg', which is not an SVG file.\n",
    });
  });

  test("OUT-2: docs --watch writes what a change concerns; errors leave the site as it is", async () => {
    const cwd = project();
    const docs = watchingCommand(cwd, "docs", "--watch");
    await docs.said(/Watching for changes/);
    const page = (): string => readFileSync(join(cwd, "site/shop/types/Order.html"), "utf8");
    writeFileSync(join(cwd, "spec/shop.stone"), spec.replace("The number.", "The numeral."));
    await docs.said(/Wrote \d files in site/);
    expect(page()).toContain("The numeral.");
    writeFileSync(join(cwd, "spec/shop.stone"), spec.replace("id String", "id Strin"));
    await docs.said(/unknown-type/);
    expect(page()).toContain("The numeral.");
    writeFileSync(join(cwd, "ashlar.config.json"), '{"specs":"spec","docs":{"install":"npm install shop-client"}}');
    writeFileSync(join(cwd, "spec/shop.stone"), spec);
    await docs.said(/Wrote \d+ files in site/);
    await expect.poll(() => readFileSync(join(cwd, "site/index.html"), "utf8")).toContain("</i> install shop-client<");
    expect(await docs.end()).toBe(0);
  });

  describe("guides", () => {
    const guide = (title: string, text: string): string => `---\ntitle: ${title}\norder: 1\n---\n\n${text}`;
    const start = `import { createClient } from "shop-api";

const client = createClient({ hosts: "https://api.example.com", accessToken: "TOKEN" });
`;
    const run = (code: string): string => `\`\`\`ts run\n${code}\`\`\`\n`;
    const withGuides = async (): Promise<string> => {
      const cwd = project();
      const config = { specs: "spec", twin: true, package: { name: "shop-api" }, docs: { guides: "guides/*.md" } };
      writeFileSync(join(cwd, "ashlar.config.json"), JSON.stringify(config));
      mkdirSync(join(cwd, "guides"));
      await ashlar(["generate"], { cwd });
      return cwd;
    };

    test("GUIDE-3: the code of guides is run against the Twin, and what it prints is shown; guides are in menu, search and llms.txt", async () => {
      const cwd = await withGuides();
      const order = `${start}const order = await client.shop.get({ id: "7" });\nconsole.log(typeof order.id);\n`;
      const text = `Call :route:\`shop/get\`, which returns a :type:\`shop.Order\`.

## First

${run(order)}
Then [read on](next.md#then).

1. A list

   ${run('console.log("in", "a list");\n').trimEnd().replaceAll("\n", "\n   ")}
`;
      writeFileSync(join(cwd, "guides/orders.md"), guide("Get an order", text));
      writeFileSync(
        join(cwd, "guides/next.md"),
        guide("Read on", "Text.\n\n## Then\n\n| a | b |\n| - | - |\n| 1 | *2* |\n"),
      );
      expect(await ashlar(["docs"], { cwd })).toMatchObject({ code: 0, stderr: "" });
      const file = (path: string): string => readFileSync(join(cwd, "site", path), "utf8");
      expect(file("guides/orders.html")).toMatch(
        /Output<\/p><pre[^>]*><code>string<\/code>[^]*<code>in a list<\/code>/,
      );
      expect(file("guides/orders.html")).toContain('<a href="../guides/next.html#then">read on</a>');
      expect(file("guides/orders.html")).toContain('<code><a href="../shop/routes/get.html">shop/get</a></code>');
      expect(file("guides/next.md")).toContain("| a | b |\n| --- | --- |\n| 1 | *2* |");
      expect(file("shop/routes/get.html")).toMatch(
        /<h2>Guides<\/h2>\n<ul>\n<li><a href="..\/..\/guides\/next.html">Read on</,
      );
      expect(file("search/names.js")).toContain('"guides":[["Read on",');
      expect(file("search/re.js")).toContain('"read":');
      expect(file("llms.txt")).toContain(
        "- [Get an order](guides/orders.md): Call shop/get, which returns a shop.Order.",
      );
    });

    test("GUIDE-3: errors in guides name the file, the line and what to do, and nothing is written", async () => {
      const cwd = await withGuides();
      const wrong = [
        "Call :route:`shop/gett`, :type:`shop.Ordr` and :field:`id`.",
        "[other](other.md) and [below](#belo) and ![picture](a.png)",
        "<b>bold</b>",
        "",
        "## Below",
        "",
        "```js run",
        "```",
        "",
        run("const text: string = 5;\n"),
      ];
      writeFileSync(join(cwd, "guides/wrong.md"), guide("Wrong", wrong.join("\n")));
      writeFileSync(join(cwd, "guides/headless.md"), "# A guide\n");
      const { code, stdout, stderr } = await ashlar(["docs"], { cwd });
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr.split("\n").slice(0, -1)).toEqual([
        expect.stringContaining(
          "guides/headless.md:1: The guide has no front matter. Begin the file with lines such as",
        ) as string,
        "error: guides/wrong.md:12: Only TypeScript is run: write ```ts run, not ```js run.",
        "error: guides/headless.md:1: The title of a guide is in its front matter. Begin sections with ##.",
        "error: guides/wrong.md:6: No route is named 'shop/gett'. Did you mean 'shop/get'?",
        "error: guides/wrong.md:6: No type is named 'shop.Ordr'. Did you mean 'shop.Order'?",
        "error: guides/wrong.md:6: References are :route: and :type:, not :field:.",
        expect.stringContaining(
          "guides/wrong.md:7: The link leads to 'other.md', which is no guide. Link guides by",
        ) as string,
        "error: guides/wrong.md:7: 'guides/wrong.md' has no section '#belo'. Did you mean '#below'?",
        "error: guides/wrong.md:7: Guides have no images. Describe what there is to see.",
        "error: guides/wrong.md:8: Guides are Markdown without HTML. Write this as text, or as `code`.",
        "error: guides/wrong.md:16: The program does not compile: Type 'number' is not assignable to type 'string'.",
      ]);
      rmSync(join(cwd, "guides/headless.md"));
      const failing = `${run(`${start}console.log("fine");\n`)}\n${run('console.log(1);\nawait client.shop.get({ id: "a\\0b" });\nthrow new RangeError("too far");\n')}`;
      writeFileSync(join(cwd, "guides/wrong.md"), guide("Wrong", failing));
      expect(await ashlar(["docs", "--check-guides"], { cwd })).toEqual({
        code: 1,
        stdout: "",
        stderr: "error: guides/wrong.md:16: The program fails: RangeError: too far.\n",
      });
      writeFileSync(join(cwd, "guides/wrong.md"), guide("Wrong", run("await new Promise(() => undefined);\n")));
      expect((await ashlar(["docs"], { cwd })).stderr).toContain(
        "guides/wrong.md:6: The program fails: It waits for something that never happens.",
      );
      writeFileSync(join(cwd, "spec/shop.stone"), spec.replace("The number.", "The numeral."));
      expect(await ashlar(["docs"], { cwd })).toMatchObject({
        code: 2,
        stderr:
          "error: Guides are run with the package in generated, which is not up to date. Run `ashlar generate`.\n",
      });
      expect(existsSync(join(cwd, "site"))).toBe(false);
    });

    test("GUIDE-3: a program of a guide that does not end is stopped", async () => {
      const cwd = folderWith({ "endless.mjs": "for (;;);\n", "before.mjs": "" });
      const { failure } = await runProgram(join(cwd, "endless.mjs"), join(cwd, "before.mjs"), 500);
      expect(failure).toBe("It did not end within 0.5 s. End it, for example with an AbortSignal");
    });

    test("GUIDE-3: docs --check-guides writes nothing, and finds the guides of spec/ correct", async () => {
      const folder = folderWith({});
      expect(await ashlar(["docs", "--check-guides", "--out", join(folder, "site")])).toEqual({
        code: 0,
        stdout: "2 guides checked.\n",
        stderr: "",
      });
      expect(existsSync(join(folder, "site"))).toBe(false);
    });
  });

  test("SITE-27: docs --explorer decides whether routes can be called, and on what", async () => {
    const cwd = project();
    await ashlar(["docs"], { cwd });
    const page = (): string => readFileSync(join(cwd, "site/shop/routes/get.html"), "utf8");
    expect(page()).toContain('data-targets="twin"');
    expect(existsSync(join(cwd, "site/explorer/shop.js"))).toBe(true);
    await ashlar(["docs", "--explorer", "live"], { cwd });
    expect(page()).toContain('data-targets="live"');
    await ashlar(["docs", "--explorer", "off"], { cwd });
    expect(page()).not.toContain("data-targets");
    expect([existsSync(join(cwd, "site/explorer.js")), existsSync(join(cwd, "site/explorer"))]).toEqual([false, false]);
  });

  test("docs of a specification with errors writes nothing", async () => {
    const cwd = project();
    writeFileSync(join(cwd, "spec/shop.stone"), "namespace shop\n\nstruct A\n    a Strin\n");
    expect(await ashlar(["docs"], { cwd })).toMatchObject({ code: 1, stdout: "" });
  });
});
