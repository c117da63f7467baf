import { Compiler } from "../../compiler/compiler.js";
import { diff } from "../../diff/diff.js";
import type { Api } from "../../ir/api.js";
import type { Snapshot } from "../../language-server/features/project.js";
import { namespacePath, routePagePath, typePath } from "../../site/addresses.js";
import { buildPage } from "../../site/build.js";
import type { ShownChanges, ShownPage, SpecText } from "../messages.js";
import { definitionAt } from "./definition.js";
import { packageOptions } from "./package-options.js";

const siteOptions = { ...packageOptions, title: "Your API", explorer: "off" } as const;

/** Returns a page of the documentation site by its path, or the page about the definition at an offset. */
export function shownPage(
  api: Api,
  wanted: string | undefined,
  place: { readonly snapshot: Snapshot; readonly path: string; readonly offset: number },
): ShownPage {
  const paths = [wanted, pathOfDefinition(place), "index.html"].flatMap((path) => path ?? []);
  for (const path of paths) {
    const html = buildPage(api, siteOptions, path);
    if (html !== undefined) {
      return { path, html };
    }
  }
  throw new Error("The site has no start page.");
}

function pathOfDefinition({
  snapshot,
  path,
  offset,
}: {
  readonly snapshot: Snapshot;
  readonly path: string;
  readonly offset: number;
}): string | undefined {
  const definition = definitionAt(snapshot, path, offset);
  if (definition === undefined) {
    const [section] = snapshot.names.sectionsOf(path);
    return section && namespacePath(section.namespace);
  }
  const { namespace, item } = definition;
  return item.kind === "route"
    ? routePagePath(namespace, { name: item.name.text, version: item.version })
    : typePath({ namespace, name: item.name.text });
}

const marked = new Compiler();

/** Returns the page about the changes since earlier texts, which must not contain errors. */
export function changesPage(api: Api, since: readonly SpecText[]): ShownChanges {
  const path = "changes.html";
  const report = diff(marked.compile(since).api, api);
  return { path, html: buildPage(api, { ...siteOptions, since: report }, path) ?? "", count: report.findings.length };
}
