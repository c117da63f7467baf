import type {
  Code,
  Heading,
  InlineCode,
  Link,
  LinkReference,
  List,
  Nodes,
  Parents,
  PhrasingContent,
  Table,
  Root,
} from "mdast";
import { routeNames } from "../../generator/facts/route-selection.js";
import { qualified } from "../../ir/names.js";
import { nearestName } from "../../text/diagnostics/nearest-name.js";
import { guidePath } from "../addresses.js";
import { codeBlock, languages } from "../code/highlight.js";
import { leadingSentence } from "../../ir/plain-text.js";
import type { Links } from "../links.js";
import { markup, type Content, type Markup } from "../markup.js";
import { section, type Page } from "../page.js";
import { plainText, type Guide } from "./guide.js";

/** Returns the page of a guide (GUIDE-3). The problems of the guide are reported elsewhere. */
export function guidePage(guide: Guide): Page {
  return {
    path: guidePath(guide.name),
    title: guide.title,
    description: summary(guide),
    words: `${guide.title} ${plainText(guide.tree)}`,
    content: (links: Links) => markup`<div class="guide"><p class="crumbs">Guide</p>
<h1>${guide.title}</h1>
${new GuideText(guide, links, () => undefined).content()}</div>`,
  };
}

/** Returns the first sentence of a guide; empty if the guide does not start with text. */
export function summary({ tree }: Guide): string {
  const [first] = tree.children;
  return first?.type === "paragraph" ? leadingSentence(plainText(first).replace(/\s+/g, " ")) : "";
}

/** Ids of other elements of pages. */
const taken = ["content", "menu"];

/** Returns the ids of the headings of a guide, derived from their texts. */
function headingIds({ children }: Root): ReadonlyMap<Heading, string> {
  const ids = new Set(taken);
  return new Map(
    children.flatMap((node) => {
      if (node.type !== "heading") {
        return [];
      }
      const words =
        plainText(node)
          .toLowerCase()
          .match(/[\p{L}\p{N}]+/gu) ?? [];
      const id = words.join("-");
      let unique = id;
      for (let count = 2; ids.has(unique) || unique === ""; count++) {
        unique = `${id}-${count}`;
      }
      ids.add(unique);
      return [[node, unique]];
    }),
  );
}

/** Converts the text of a guide to HTML. Reports invalid references and links, and Markdown that sites do not support. */
export class GuideText {
  readonly #guide: Guide;
  readonly #links: Links;
  readonly #report: (line: number, message: string) => void;
  readonly #ids: ReadonlyMap<Heading, string>;
  /** Identifier to URL, for links that are defined elsewhere in the guide. */
  readonly #definitions: ReadonlyMap<string, string>;

  constructor(guide: Guide, links: Links, report: (line: number, message: string) => void) {
    this.#guide = guide;
    this.#links = links;
    this.#report = report;
    this.#ids = headingIds(guide.tree);
    this.#definitions = new Map(
      guide.tree.children.flatMap((node) => (node.type === "definition" ? [[node.identifier, node.url]] : [])),
    );
  }

  /** Returns the text before the first section, and the sections. */
  content(): Content {
    const { children } = this.#guide.tree;
    const starts = children.flatMap((node, index) => (isSection(node) ? [index] : []));
    const before = children.slice(0, starts[0] ?? children.length);
    const sections = starts.map((start, index) => {
      const heading = children[start] as Heading;
      const rest = children.slice(start + 1, starts[index + 1]);
      return section(this.#ids.get(heading) ?? "", this.#inline(heading), this.#blocks(rest));
    });
    return [this.#blocks(before), sections];
  }

  #blocks(nodes: readonly Nodes[]): Content {
    return nodes.map((node) => this.#block(node));
  }

  #block(node: Nodes): Content {
    switch (node.type) {
      case "paragraph":
        return markup`<p>${this.#inline(node)}</p>
`;
      case "heading":
        return this.#heading(node);
      case "code":
        return this.#code(node);
      case "list":
        return this.#list(node);
      case "blockquote":
        return markup`<blockquote>${this.#blocks(node.children)}</blockquote>
`;
      case "table":
        return this.#table(node);
      case "thematicBreak":
        return markup`<hr>
`;
      case "definition":
        return "";
      case "html":
        if (!/^<!--[^]*-->$/.test(node.value.trim())) {
          this.#refuse(node, "Guides are Markdown without HTML. Write this as text, or as `code`.");
        }
        return "";
      default:
        return this.#other(node);
    }
  }

  #heading(node: Heading): Content {
    const id = this.#ids.get(node) ?? "";
    if (node.depth === 1) {
      this.#refuse(node, "The title of a guide is in its front matter. Begin sections with ##.");
    }
    return markup`<h3 id="${id}">${this.#inline(node)}<a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h3>
`;
  }

  #code(node: Code): Content {
    const code = codeBlock(node.value, languages[node.lang ?? ""]);
    const output = this.#links.site.outputs.get(node) ?? "";
    return output === ""
      ? code
      : [code, markup`<div class="output"><p class="caption">Output</p>${codeBlock(output, undefined)}</div>`];
  }

  #list({ ordered, start, spread, children }: List): Content {
    const items = children.map((item) => {
      const isTight = spread !== true && item.spread !== true;
      return markup`<li>${item.children.map((node) =>
        isTight && node.type === "paragraph" ? this.#inline(node) : this.#block(node),
      )}</li>
`;
    });
    return ordered === true
      ? markup`<ol${start === 1 || start == null ? "" : markup` start="${start}"`}>${items}</ol>
`
      : markup`<ul>${items}</ul>
`;
  }

  #table({ children: [head, ...rows] }: Table): Content {
    const cells = (row: Table["children"][number] | undefined): Content[] =>
      (row?.children ?? []).map((cell) => this.#inline(cell));
    return markup`<table class="prose"><thead><tr>${cells(head).map((cell) => markup`<th scope="col">${cell}</th>`)}</tr></thead><tbody>${rows.map(
      (row) => markup`<tr>${cells(row).map((cell) => markup`<td>${cell}</td>`)}</tr>`,
    )}</tbody></table>
`;
  }

  #inline({ children }: Parents): Content {
    return children.map((node, index) => {
      const next = children[index + 1];
      const before = children[index - 1];
      if (node.type === "text") {
        return next?.type === "inlineCode" ? node.value.replace(referenceEnd, "") : node.value;
      }
      const [, kind] = (before?.type === "text" ? referenceEnd.exec(before.value) : undefined) ?? [];
      return node.type === "inlineCode" && kind !== undefined
        ? this.#reference(kind, node)
        : this.#phrase(node as PhrasingContent);
    });
  }

  #phrase(node: PhrasingContent): Content {
    switch (node.type) {
      case "inlineCode":
        return markup`<code>${node.value}</code>`;
      case "emphasis":
        return markup`<em>${this.#inline(node)}</em>`;
      case "strong":
        return markup`<strong>${this.#inline(node)}</strong>`;
      case "break":
        return markup`<br>`;
      case "link":
        return this.#link(node, node.url);
      case "linkReference":
        return this.#link(node, this.#definitions.get(node.identifier) ?? "");
      case "html":
        return this.#block(node);
      default:
        return this.#other(node);
    }
  }

  #other(node: Nodes): Content {
    this.#refuse(
      node,
      node.type === "image" || node.type === "imageReference"
        ? "Guides have no images. Describe what there is to see."
        : "Sites do not show this kind of Markdown. Write it in another way.",
    );
    return "";
  }

  /** Returns a reference to a route or type, such as `files/copy:2` or `files.Metadata`. */
  #reference(kind: string, node: InlineCode): Markup {
    const { site } = this.#links;
    const { value } = node;
    if (kind === "route") {
      const names = routeNames(site.api);
      const name = value.replace(/^([\w-]+)\./, "$1/"); // specifications write `files.copy`
      this.#expect(names.includes(name), node, `No route is named '${value}'.`, nearestName(name, names));
      return markup`<code>${this.#links.routeByTitle(name)}</code>`;
    }
    if (kind === "type") {
      const [namespace = "", name = ""] = value.split(".");
      const names = site.api.namespaces.flatMap((each) =>
        [...each.types, ...each.aliases].map((type) => qualified({ namespace: each.name, name: type.name })),
      );
      this.#expect(names.includes(value), node, `No type is named '${value}'.`, nearestName(value, names));
      return markup`<code>${this.#links.type({ namespace, name })}</code>`;
    }
    this.#refuse(node, `References are :route: and :type:, not :${kind}:.`);
    return markup`<code>${value}</code>`;
  }

  /** Returns a link to the web, to a section, or to the file of another guide. */
  #link(node: Link | LinkReference, url: string): Markup {
    const [, file = "", id] = /^([^#]*)(?:#(.*))?$/.exec(url) ?? [];
    if (/^(?:https?|mailto):/.test(url)) {
      return markup`<a href="${url}">${this.#inline(node)}</a>`;
    }
    const target = file === "" ? this.#guide : this.#links.site.guides.find(({ path }) => path === this.#beside(file));
    if (target === undefined) {
      const help = "Link guides by their files, the web by URLs, and routes as :route:`namespace/route`.";
      this.#refuse(node, `The link leads to '${url}', which is no guide. ${help}`);
      return markup`${this.#inline(node)}`;
    }
    const ids = [...headingIds(target.tree).values()];
    if (id !== undefined) {
      const nearest = nearestName(id, ids);
      this.#expect(ids.includes(id), node, `'${target.path}' has no section '#${id}'.`, nearest && `#${nearest}`);
    }
    const page = file === "" ? "" : this.#links.root + guidePath(target.name);
    return markup`<a href="${page}${id === undefined ? "" : `#${id}`}">${this.#inline(node)}</a>`;
  }

  /** Resolves a path that is relative to this guide. */
  #beside(file: string): string {
    const { pathname } = new URL(file, `file:///${this.#guide.path}`);
    return decodeURIComponent(pathname.slice(1));
  }

  #expect(isRight: boolean, node: Nodes, message: string, nearest: string | undefined): void {
    if (!isRight) {
      this.#refuse(node, `${message}${nearest === undefined ? "" : ` Did you mean '${nearest}'?`}`);
    }
  }

  #refuse({ position }: Nodes, message: string): void {
    this.#report(position?.start.line ?? 1, message);
  }
}

/** Matches the kind of a reference, which precedes the code: `:route:`. */
const referenceEnd = /:(\w+):$/;

function isSection(node: Nodes): boolean {
  return node.type === "heading" && node.depth === 2;
}
