import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { median } from "./alternately.js";
import { processesAlternately } from "./compile/processes.js";
import { withTemporaryFolder, measuredApi, repository } from "./measured-api.js";
import type { Row, Table } from "./table.js";
import { judgeTarget } from "./target.js";

const main = join(repository, "dist/cli/main.js");

/** The time that a documentation site takes compared with the package of the same API, and the sizes of its files. */
export function site(): Promise<Table> {
  return withTemporaryFolder((folder) => {
    const { specs, preset } = measuredApi;
    writeFileSync(join(folder, "ashlar.config.json"), JSON.stringify({ specs, out: "api", binding: { preset } }));
    const times = processesAlternately(
      (["docs", "generate"] as const).map((command) => ({
        name: command,
        commands: [[process.execPath, main, command]],
        cwd: folder,
        prepare: () => rmSync(join(folder, command === "docs" ? "site" : "api"), { recursive: true, force: true }),
      })),
    );
    const [docs = [], generate = []] = [times.get("docs"), times.get("generate")];
    const ratio = median(docs.map((time, round) => time / (generate[round] ?? NaN)));
    return Promise.resolve({
      title: `The documentation site of ${measuredApi.name}`,
      columns: ["value", "target", "met"],
      rows: [
        { name: "docs / generate, both from nothing", values: [ratio, ...judgeTarget(ratio, { atMost: 1.5 })] },
        { name: "docs, ms", values: [median(docs), null, null] },
        { name: "generate, ms", values: [median(generate), null, null] },
        ...sizes(join(folder, "site")),
      ],
      notes: [...measuredApi.warnings, "Times are medians of alternating processes; sizes are bytes after gzip."],
    });
  });
}

/** The sizes of the files of a site. */
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
    row("names of the search", sizesOf(/^search\/names\.js$/)[0], 64 * 1024),
    row("words of the search, largest file", words.at(-1), 5.5 * 1024),
  ];
}
