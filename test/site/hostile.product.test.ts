import fc from "fast-check";
import { parse, type DefaultTreeAdapterTypes } from "parse5";
import { expect, test } from "vitest";
import type { Api } from "../../src/ir/api.js";
import { siteApi, siteOptions, wholeSite } from "./sites.js";

/** What the templates have: elements with their attributes. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  html: ["lang", "data-root"],
  head: [],
  meta: ["charset", "name", "content"],
  title: [],
  link: ["rel", "type", "href"],
  script: ["src"],
  body: [],
  a: ["class", "href", "aria-label", "aria-current"],
  header: ["class"],
  main: ["id", "class", "tabindex"],
  nav: ["id", "class", "aria-label"],
  section: ["id", "class", "data-route", "data-script", "data-targets", "hidden"],
  table: ["class"],
  details: ["class"],
  th: ["scope"],
  tr: ["id"],
  li: ["id"],
  ul: ["class"],
  div: ["class", "id"],
  p: ["class"],
  span: ["class"],
  code: ["class", "title"],
  pre: ["tabindex"],
  i: ["class"],
  ...Object.fromEntries("h1 h2 h3 thead tbody td summary dl dt dd wbr b".split(" ").map((name) => [name, []])),
};

type Node = DefaultTreeAdapterTypes.Node;

/** The elements and attributes of a page that the templates do not have, and links to other than the web. */
function foreignMarkup(text: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if ("tagName" in node) {
      const attributes = allowed[node.tagName];
      if (attributes === undefined) {
        found.push(node.tagName);
      }
      for (const { name, value } of node.attrs) {
        if (attributes?.includes(name) === false) {
          found.push(`${node.tagName} ${name}`);
        }
        if (
          ["href", "src"].includes(name) &&
          /^\s*[a-z][a-z\d+.-]*:/i.test(value) &&
          !/^(?:https?|mailto):/.test(value)
        ) {
          found.push(`${name}=${value}`);
        }
      }
    }
    if ("childNodes" in node) {
      node.childNodes.forEach(visit);
    }
    if (node.nodeName === "#comment") {
      found.push("comment");
    }
  };
  visit(parse(text));
  return found;
}

/** What would be markup if it were not escaped, in each of the places where texts stand. */
const payloads = [
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  "</code></pre></p><script>alert(1)</script>",
  "</title></script><!-- --!><b>",
  "&lt;img src=x&gt;&#60;b&#62;",
  "javascript:alert(1)",
  " \tjavascript:alert(1)//",
  "`${alert(1)}` // \n*/ ' \\",
  "\u2028\u0000\u{1f600}]]>",
];

/** The members whose values say how an API is built: they have no text. */
const structural = new Set(["kind", "version", "label"]);

/** The API with a text after each string, also after names, which still fit each other. */
function withTexts(api: Api, suffix: string): Api {
  const change = (value: unknown, key: string): unknown => {
    if (typeof value === "string") {
      return structural.has(key) || value === "" ? value : value + suffix;
    }
    if (typeof value !== "object" || value === null) {
      return value;
    }
    if (Array.isArray(value)) {
      return value.map((item) => change(item, key));
    }
    const hasNames = key === "attributes" || key === "value" || key === "args";
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const own = hasNames && name !== ".tag" && name !== "tag" && name !== "union" ? name + suffix : name;
        const isMapType = name === "value" && "kind" in value && value.kind === "map";
        return [own, change(member, hasNames ? "value" : isMapType ? "of" : name)];
      }),
    );
  };
  return change(api, "") as Api;
}

test("SITE-19, SITE-31: no text of a specification becomes an element, an attribute or a script", () => {
  const api = siteApi("clinic");
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(...payloads), fc.string({ unit: "binary", maxLength: 12 })), (text) => {
      // The scripts of the explorer are code, for which the compiler refuses such names and patterns.
      const { files } = wholeSite(withTexts(api, text), {
        ...siteOptions("clinic"),
        linkBase: "https://example.com/",
        explorer: "off",
      });
      const found = files.filter(({ path }) => path.endsWith(".html")).flatMap((file) => foreignMarkup(file.text));
      expect(found).toEqual([]);
    }),
    { examples: payloads.map((text) => [text]), numRuns: payloads.length + 1 },
  );
});

test("SITE-19: markup that is not escaped is found", () => {
  expect(foreignMarkup('<p onclick="x"><img src="javascript:x">')).toEqual(["p onclick", "img", "src=javascript:x"]);
});
