import { differs } from "../../generator/facts/views.js";
import { codecsSubpath } from "../../generator/facts/lazy-namespace.js";
import type { Alias, Doc, Example, Name, Namespace, Struct, Union } from "../../ir/api.js";
import { plainName, typePath } from "../addresses.js";
import { json, writtenJson } from "../code/highlight.js";
import { docParagraphs, docText, firstSentence, searchWords } from "../doc.js";
import { markup, join, type Content, type Markup } from "../markup.js";
import type { Links } from "../links.js";
import { memberTable } from "../members.js";
import { section, wrappable, type Page } from "../page.js";
import type { Site } from "../site.js";
import { typeWords } from "../words.js";

/** Returns the page of a struct, a union or an alias (SITE-18). */
export function typePage(type: Struct | Union | Alias, namespace: Namespace, site: Site): Page {
  const name = { namespace: namespace.name, name: type.name };
  const kind = "kind" in type ? type.kind : "alias";
  return {
    path: typePath(name),
    title: `${name.namespace}.${name.name}`,
    description: firstSentence(type.doc),
    namespace,
    words: searchWords(
      [type.doc, ...("kind" in type ? type.fields.map(({ doc }) => doc) : [])].map(docText),
      type.name,
      site.context.naming.type(name),
    ),
    columns: "kind" in type && type.examples.length > 0 ? "two" : undefined,
    content: (links) => {
      const text = [
        head(kind, name, type.doc, links),
        "kind" in type ? contents(type, name, links) : aliasDetails(type, links),
      ];
      const rest = [
        relatives("kind" in type ? type : undefined, name, links),
        usedBy(name, links),
        typescript(name, site),
      ];
      return "kind" in type && type.examples.length > 0
        ? markup`<div class="text">${text}</div><div class="panel">${examples(type.examples, name, site)}</div><div class="rest">${rest}</div>`
        : [text, rest];
    },
  };
}

function head(kind: string, name: Name, doc: Doc | undefined, links: Links): Content {
  const title = `${name.namespace}.${name.name}`;
  const mark = links.site.changes?.badge(title, links.root);
  return markup`<p class="crumbs">${links.namespace(name.namespace)} / types</p>
<h1>${wrappable(name.name)}</h1>
<p class="badges"><span class="badge">${kind}</span>${mark}</p>
${docParagraphs(doc, links)}`;
}

function contents(type: Struct | Union, name: Name, links: Links): Content {
  const title = type.kind === "struct" ? "Fields" : "Variants";
  return section("members", title, memberTable(name, "member", links, "both"));
}

function aliasDetails({ type, redactor }: Alias, links: Links): Content {
  return section(
    "definition",
    "Definition",
    markup`<p class="type">${typeWords(type, links)}</p>`,
    redactor === undefined
      ? ""
      : markup`<p><span class="badge">${redactor.kind === "blot" ? "Masked" : "Hashed"} in logs</span></p>`,
  );
}

function examples(list: readonly Example[], name: Name, { lookup, usages }: Site): Content {
  const isWritten = usages.isOnlyWritten(name);
  return section(
    "examples",
    "Examples",
    list.map(({ label, doc, value }) => {
      const id = `example.${plainName(label)}`;
      return markup`<div class="example" id="${id}"><h3>${label}<a class="anchor" href="#${id}" aria-label="Link to this example">#</a></h3>${doc === undefined ? "" : markup`<p>${doc}</p>`}${isWritten ? writtenJson(value, { kind: "ref", ...name }, lookup) : json(value)}</div>
`;
    }),
  );
}

function relatives(type: Struct | Union | undefined, name: Name, links: Links): Content {
  const { children } = links.site.usages.of(name);
  const parent = type?.parent;
  const lines: [string, readonly Name[]][] = [
    ["Extends", parent === undefined ? [] : [parent]],
    ["Extended by", children],
  ];
  const shown = lines.filter(([, names]) => names.length > 0);
  return shown.length === 0
    ? ""
    : section(
        "relatives",
        "Parent and children",
        markup`<dl>${shown.map(([title, names]) => markup`<dt>${title}</dt><dd>${typeList(names, links)}</dd>`)}</dl>`,
      );
}

function typeList(names: readonly Name[], links: Links): Content {
  return join(
    names.map((name) => markup`<code>${links.type(name)}</code>`),
    " ",
  );
}

function usedBy(name: Name, links: Links): Content {
  const { routes, types } = links.site.usages.of(name);
  if (routes.length + types.length === 0) {
    return "";
  }
  const rows: Markup[] = routes.map(
    ({ namespace, route, parts }) =>
      markup`<li><code>${links.route(namespace.name, route)}</code> <span class="quiet">${parts.join(", ")}</span></li>
`,
  );
  return section(
    "used-by",
    "Used by",
    rows.length === 0 ? "" : markup`<h3>Routes</h3><ul class="links">${rows}</ul>`,
    types.length === 0 ? "" : markup`<h3>Types</h3><p>${typeList(types, links)}</p>`,
  );
}

/** Returns the section on the names in the generated package. */
function typescript(name: Name, { context }: Site): Content {
  const { naming, options } = context;
  if (!context.hasType(name)) {
    return "";
  }
  const type = naming.type(name);
  const hasInput = differs({ kind: "ref", ...name }, context);
  const names = [type, ...(hasInput ? [naming.input(name)] : []), `decode${type}`, `encode${type}`];
  return section(
    "typescript",
    "In TypeScript",
    markup`<p>${join(
      names.map((one) => markup`<code>${one}</code>`),
      ", ",
    )} in <code>${options.name}/${codecsSubpath({ name: name.namespace }, context)}</code>.</p>`,
  );
}
