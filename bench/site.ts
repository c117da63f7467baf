import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { hasChromium, launchChromium } from "../test/browser/launch-chromium.js";
import { median } from "./alternately.js";
import { processesAlternately } from "./compile/processes.js";
import { runMeasured } from "./growth/measured-run.js";
import { withTemporaryFolder, measuredApi, repository } from "./measured-api.js";
import { moveAway } from "./move-away.js";
import type { Row, Table } from "./table.js";
import { judgeTarget } from "./target.js";

const main = join(repository, "dist/cli/main.js");

/**
 * Returns the time to generate a documentation site, compared with the package of the same API, and the sizes of its
 * files.
 */
export function site(): Promise<Table> {
  return withTemporaryFolder(async (folder) => {
    const { specs, preset } = measuredApi;
    writeFileSync(join(folder, "ashlar.config.json"), JSON.stringify({ specs, out: "api", binding: { preset } }));
    const times = await processesAlternately(
      (["docs", "generate"] as const).map((command) => ({
        name: command,
        commands: [[process.execPath, main, command]],
        cwd: folder,
        prepare: () => moveAway(join(folder, command === "docs" ? "site" : "api")),
      })),
    );
    const [docs = [], generate = []] = [times.get("docs"), times.get("generate")];
    const ratio = median(docs.map((time, round) => time / (generate[round] ?? NaN)));
    moveAway(join(folder, "site"));
    const memory = Math.round(runMeasured(main, ["docs"], folder).memory);
    return {
      title: `The documentation site of ${measuredApi.name}`,
      columns: ["value", "target", "met"],
      rows: [
        { name: "docs / generate, both from nothing", values: [ratio, ...judgeTarget(ratio, { atMost: 1.5 })] },
        { name: "docs, ms", values: [median(docs), null, null] },
        { name: "generate, ms", values: [median(generate), null, null] },
        { name: "docs, peak memory, MB", values: [memory, ...judgeTarget(memory, { atMost: 400 })] },
        ...(await searchRows(join(folder, "site"))),
        ...sizes(join(folder, "site")),
      ],
      notes: [
        ...measuredApi.warnings,
        ...(hasChromium ? [] : ["The search was skipped: there is no Chromium."]),
        "Times are medians of alternating processes; sizes are bytes after gzip.",
      ],
    };
  });
}

/**
 * Returns the time from a key in the search to the frame with the results, in Chromium (SITE-21); no rows without
 * Chromium.
 */
async function searchRows(folder: string): Promise<Row[]> {
  if (!hasChromium) {
    return [];
  }
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(join(folder, "index.html")).href);
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("a");
    await page.locator(".results a").first().waitFor();
    const times = await page.evaluate(async (queries: readonly string[]) => {
      const input = document.querySelector<HTMLInputElement>(".search-box input");
      const found: number[] = [];
      for (const query of queries) {
        const start = performance.now();
        if (input !== null) {
          input.value = query;
          input.dispatchEvent(new Event("input"));
        }
        await new Promise((done) => requestAnimationFrame(done));
        found.push(performance.now() - start);
      }
      return found;
    }, searches);
    const value = Math.max(...times);
    return [
      { name: "search, from a key to results, slowest, ms", values: [value, ...judgeTarget(value, { atMost: 50 })] },
    ];
  } finally {
    await browser.close();
  }
}

/** The texts of the search after each typed key. */
const searches = ["files/get_metadata", "path_not_found", "sharing"].flatMap((text) =>
  [...text].map((_, index) => text.slice(0, index + 1)),
);

/** Returns the sizes of the files of a site. */
function sizes(folder: string): Row[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sizesOf = (pattern: RegExp): number[] =>
    paths
      .filter((path) => pattern.test(path.replaceAll("\\", "/")))
      .map((path) => gzipSync(readFileSync(join(folder, path))).length)
      .sort((a, b) => a - b);
  const pages = sizesOf(/\.html$/);
  const words = sizesOf(/^search\/(?!names).*\.js$/);
  const row = (name: string, size: number | undefined, atMost: number): Row => {
    return { name, values: [size ?? 0, ...judgeTarget(size ?? 0, { atMost })] };
  };
  return [
    row("page, median", pages[Math.floor(pages.length / 2)], 4096),
    row("page, 99 of 100", pages[Math.floor(pages.length * 0.99)], 20 * 1024),
    row("page, largest", pages.at(-1), 60 * 1024),
    row("site.css", sizesOf(/^site\.css$/)[0], 8 * 1024),
    row("site.js", sizesOf(/^site\.js$/)[0], 12 * 1024),
    { name: "explorer.js", values: [sizesOf(/^explorer\.js$/)[0] ?? 0, null, null] },
    { name: "explorer of a namespace, largest", values: [sizesOf(/^explorer\/.*\.js$/).at(-1) ?? 0, null, null] },
    row("names of the search", sizesOf(/^search\/names\.js$/)[0], 64 * 1024),
    row("words of the search, largest file", words.at(-1), 5.5 * 1024),
  ];
}
