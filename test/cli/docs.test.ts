import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
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
  test("writes a site, and nothing again that has not changed", async () => {
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

  test("--check lists what is stale, --clean removes what was written; files of others are not touched", async () => {
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

  test("OUT-2: refuses the folder of a package, and 'generate' the folder of a site", async () => {
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

  test("GUIDE-2: takes a title, a logo, links, URLs and a baseline", async () => {
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

  test("OUT-2: with --watch, writes what a change concerns; errors leave the site as it is", async () => {
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
    expect(await docs.end("SIGINT")).toBe(0);
  });

  test("SITE-27: --explorer decides whether routes can be called, and on what", async () => {
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

  test("with errors in the specification writes nothing", async () => {
    const cwd = project();
    writeFileSync(join(cwd, "spec/shop.stone"), "namespace shop\n\nstruct A\n    a Strin\n");
    expect(await ashlar(["docs"], { cwd })).toMatchObject({ code: 1, stdout: "" });
  });
});
