import { button } from "./element.js";
import { loadScript } from "./load-script.js";

const root = document.documentElement.dataset["root"] ?? "";

interface Names {
  readonly paths: readonly string[];
  readonly routes: readonly (readonly [title: string, page: number, deprecated: 0 | 1])[];
  readonly types: readonly (readonly [title: string, page: number, members: string])[];
  readonly errors: readonly string[];
  readonly guides: readonly (readonly [title: string, page: number])[];
}

/** An entry that can be found by its name. */
interface Entry {
  readonly title: string;
  readonly kind: string;
  readonly href: string;
  /** The names that are searched, in the form in which they are compared. */
  readonly keys: readonly string[];
  readonly isDeprecated: boolean;
}

/** The maximum number of listed entries of each kind. */
const most = 8;

/** Returns a name in lower case, without spaces and punctuation, for comparison. */
const normal = (text: string): string => text.toLowerCase().replace(/[\s_/.:-]/g, "");

/** Returns a name in the spelling of ids; see `plainName` in the generator. */
const plain = (text: string): string =>
  text.replace(/[^\w/-]/gu, (letter) => `.${(letter.codePointAt(0) ?? 0).toString(16)}.`);

let titles: readonly string[] = [];
let paths: readonly string[] = [];
let entries: readonly (readonly Entry[])[] | undefined;
const shards = new Map<string, Readonly<Record<string, readonly number[]>>>();
let update = (): void => undefined;

/** Runs a script of the search index. A missing script means that there are no such words. */
function load(name: string): void {
  loadScript(`search/${name}.js`).catch(() => undefined);
}

Object.assign(globalThis, {
  ashlarNames(names: Names): void {
    paths = names.paths;
    const href = (index: number): string => `${root}${paths[index] ?? ""}.html`;
    const named = new Map<number, string>();
    const entry = (title: string, kind: string, to: string, own: string, isDeprecated = false): Entry => {
      return { title, kind, href: to, keys: [normal(own), normal(title)], isDeprecated };
    };
    const routes = names.routes.map(([title, index, deprecated]) => {
      named.set(index, title);
      return entry(title, "route", href(index), title.slice(title.indexOf("/") + 1), deprecated === 1);
    });
    const types = names.types.map(([title, index]) => {
      named.set(index, title);
      return entry(title, "type", href(index), title.slice(title.indexOf(".") + 1));
    });
    const members = names.types.flatMap(([title, index, list]) =>
      list
        .split(" ")
        .filter((name) => name !== "")
        .map((name) => entry(`${title}.${name}`, "field", `${href(index)}#member.${plain(name)}`, name)),
    );
    const errors = names.errors.map((path) =>
      entry(`${path}/…`, "error", `${root}errors.html#error/${plain(path)}`, path),
    );
    const guides = names.guides.map(([title, index]) => {
      named.set(index, title);
      return entry(title, "guide", href(index), title);
    });
    titles = paths.map((path, index) => named.get(index) ?? path.replace(/\/index$/, ""));
    entries = [guides, routes, types, members, errors];
    update();
  },
  ashlarWords(name: string, words: Readonly<Record<string, readonly number[]>>): void {
    shards.set(name, words);
    update();
  },
});

/**
 * Returns how well a name matches: 0 (best) if equal, 1 at its start, 2 inside, and 3 more if deprecated; undefined if it does
 * not match.
 */
function rank({ kind, keys: [own = "", whole = ""], isDeprecated }: Entry, query: string): number | undefined {
  // A match of a field must include the name of the field, not only that of its type.
  const isFound = kind === "field" ? whole.lastIndexOf(query) + query.length > whole.length - own.length : true;
  if (!isFound || !whole.includes(query)) {
    return undefined;
  }
  const at = own === query || whole === query ? 0 : own.startsWith(query) || whole.startsWith(query) ? 1 : 2;
  return at + (isDeprecated ? 3 : 0);
}

function findNames(query: string): Entry[] {
  return (entries ?? []).flatMap((list) => {
    const found: Entry[][] = [[], [], [], [], [], []];
    for (const entry of list) {
      const at = rank(entry, query);
      if (at !== undefined) {
        found[at]?.push(entry);
      }
    }
    return found.flat().slice(0, most);
  });
}

/** Returns the pages that contain, for each of the words, a word that starts with it. */
function findPages(text: string): Entry[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const lists = words.map((word) => {
    const name = [...word]
      .slice(0, 2)
      .map((letter) => (/[a-z0-9]/.test(letter) ? letter : `-${(letter.codePointAt(0) ?? 0).toString(16)}`))
      .join("");
    load(name);
    const shard = Object.entries(shards.get(name) ?? {});
    return new Set(shard.filter(([one]) => one.startsWith(word)).flatMap(([, pages]) => pages));
  });
  const [first, ...others] = lists;
  return [...(first ?? [])]
    .filter((index) => others.every((list) => list.has(index)))
    .sort((a, b) => a - b)
    .slice(0, most)
    .map((index) => {
      const title = titles[index] ?? "";
      return { title, kind: "text", href: `${root}${paths[index] ?? ""}.html`, keys: [], isDeprecated: false };
    });
}

/** Adds the search, which the key `/` opens. */
export function addSearch(top: Element): void {
  const box = document.createElement("dialog");
  box.className = "search-box";
  box.setAttribute("aria-label", "Search");
  const input = document.createElement("input");
  input.type = "search";
  input.placeholder = "Routes, types, fields, errors, words";
  input.setAttribute("aria-label", "Search");
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-expanded", "true");
  input.setAttribute("aria-controls", "search-results");
  const results = document.createElement("div");
  results.className = "results";
  results.id = "search-results";
  results.setAttribute("role", "listbox");
  results.setAttribute("aria-label", "Results");
  box.append(input, results);
  document.body.append(box);

  let chosen = 0;
  const links = (): HTMLAnchorElement[] => [...results.querySelectorAll("a")];
  function choose(index: number): void {
    const all = links();
    chosen = all.length === 0 ? 0 : (index + all.length) % all.length;
    all.forEach((link, at) => link.setAttribute("aria-selected", String(at === chosen)));
    all[chosen]?.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", all[chosen]?.id ?? "");
  }
  update = () => {
    const query = normal(input.value);
    const found = query === "" ? [] : [...findNames(query), ...findPages(input.value)];
    const seen = new Set<string>();
    const shown = found.filter(({ href }) => !seen.has(href) && seen.add(href));
    results.replaceChildren(
      ...shown.map(({ title, kind, href, isDeprecated }, index) => {
        const link = document.createElement("a");
        link.href = href;
        link.id = `search-result-${index}`;
        link.tabIndex = -1;
        link.setAttribute("role", "option");
        const small = document.createElement("small");
        small.textContent = isDeprecated ? `deprecated ${kind}` : kind;
        link.append(title, small);
        return link;
      }),
    );
    if (shown.length === 0 && query !== "") {
      const none = document.createElement("p");
      none.textContent = entries === undefined ? "Loading…" : "Nothing found.";
      results.append(none);
    }
    choose(0);
  };
  input.addEventListener("input", () => update());
  input.addEventListener("keydown", (event) => {
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      choose(chosen + (key === "ArrowDown" ? 1 : -1));
    } else if (key === "Enter") {
      event.preventDefault();
      links()[chosen]?.click();
    }
  });
  results.addEventListener("click", () => box.close());
  box.addEventListener("click", ({ target }) => {
    if (target === box) {
      box.close();
    }
  });
  const open = (): void => {
    load("names");
    box.showModal();
    input.select();
  };
  const opener = button("Search ", "search", open);
  const key = document.createElement("kbd");
  key.textContent = "/";
  opener.append(key);
  top.querySelector(".brand")?.after(opener);
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.matches("input, textarea, select");
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      open();
    }
  });
}
