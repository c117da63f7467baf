import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { targetOf } from "./page.js";

/** The links of a folder of pages that lead to no file, or to an id that its page does not have. */
export function findBrokenLinks(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
  const texts = new Map(
    files
      .filter((path) => path.endsWith(".html"))
      .map((path) => [path.replaceAll("\\", "/"), readFileSync(join(folder, path), "utf8")]),
  );
  const all = new Set(files.map((path) => path.replaceAll("\\", "/")));
  const ids = new Map(
    [...texts].map(([path, text]) => [path, new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))]),
  );
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].flatMap(([, link = ""]) => {
      if (/^(?:[a-z]+:|\?)/.test(link)) {
        return [];
      }
      const target = targetOf(path, decodeURI(link));
      const [, anchor] = decodeURI(link).split("#");
      const isThere = all.has(target) && (anchor === undefined || ids.get(target)?.has(anchor) === true);
      return isThere ? [] : [`${path}: ${link}`];
    }),
  );
}
