import type { Page } from "./page.js";
import type { Site } from "./site.js";
import { errorUses } from "./pages/errors-page.js";
import { guidePath, routePagePath, typePath } from "./addresses.js";

/** The names in the search index. Here and in the shards of words, pages are identified by their index in `paths`. */
interface Names {
  /** The paths of pages without `.html`. */
  readonly paths: readonly string[];
  /** Title, page, and 1 if the route is deprecated. */
  readonly routes: readonly (readonly [title: string, page: number, deprecated: 0 | 1])[];
  /** Title, page, and the names of fields or tags, separated by spaces. */
  readonly types: readonly (readonly [title: string, page: number, members: string])[];
  readonly errors: readonly string[];
  readonly guides: readonly (readonly [title: string, page: number])[];
}

/**
 * Returns the search index as classic scripts (SITE-21), which also run from `file://`: `search/names.js`, and shards of the
 * words in texts, by their first two letters.
 */
export function searchFiles(site: Site, pages: readonly Page[]): { path: string; text: string }[] {
  const indexes = new Map(pages.map(({ path }, index) => [path, index]));
  const indexOf = (path: string): number => indexes.get(path) ?? 0;
  const names: Names = {
    paths: pages.map(({ path }) => path.replace(/\.html$/, "")),
    routes: site.api.namespaces.flatMap((namespace) =>
      namespace.routes.map((route) => {
        const path = routePagePath(namespace.name, route);
        const title = pages[indexOf(path)]?.title ?? "";
        return [title, indexOf(path), route.deprecated === undefined ? 0 : 1] as const;
      }),
    ),
    types: site.api.namespaces.flatMap((namespace) =>
      [...namespace.types, ...namespace.aliases].map(
        (type) =>
          [
            `${namespace.name}.${type.name}`,
            indexOf(typePath({ namespace: namespace.name, name: type.name })),
            "fields" in type ? type.fields.map(({ name }) => name).join(" ") : "",
          ] as const,
      ),
    ),
    errors: errorUses(site).map(([path]) => path),
    guides: site.guides.map(({ name, title }) => [title, indexOf(guidePath(name))] as const),
  };
  return [
    { path: "search/names.js", text: `ashlarNames(${JSON.stringify(names)});\n` },
    ...shards(pages).map(([name, words]) => ({
      path: `search/${name}.js`,
      text: `ashlarWords(${JSON.stringify(name)}, ${JSON.stringify(Object.fromEntries(words))});\n`,
    })),
  ];
}

/** Returns, for each shard, word to the indexes of the pages that contain it. */
function shards(pages: readonly Page[]): [name: string, words: Map<string, number[]>][] {
  const entriesOfWords = new Map<string, Map<string, number[]>>();
  for (const [index, { words = "" }] of pages.entries()) {
    for (const word of new Set(words.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu))) {
      const name = shardName(word);
      const shard = entriesOfWords.get(name) ?? new Map<string, number[]>();
      entriesOfWords.set(name, shard);
      const list = shard.get(word) ?? [];
      list.push(index);
      shard.set(word, list);
    }
  }
  return [...entriesOfWords].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, words]) => [name, inOrder(words)]);
}

function inOrder(words: ReadonlyMap<string, number[]>): Map<string, number[]> {
  return new Map([...words].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the first two letters of a word in a form that is valid in file names. Code points replace letters outside ASCII. */
function shardName(word: string): string {
  return [...word]
    .slice(0, 2)
    .map((letter) => (/[a-z0-9]/.test(letter) ? letter : `-${(letter.codePointAt(0) ?? 0).toString(16)}`))
    .join("");
}
