import type { DocsOptions } from "../generator/facts/docs-options.js";

/** Returns the problems with the strings in `docs`, as clauses. */
export function problemsOfDocs({
  title,
  logo,
  repository,
  groups = [],
  versions = [],
  install,
}: DocsOptions): string[] {
  const titles = groups.map((group) => group.title);
  const twice = titles.find((each, index) => titles.indexOf(each) !== index);
  return [
    ...(title?.trim() === "" ? ["'docs.title' must not be empty"] : []),
    ...(typeof install === "string" && install.trim() === ""
      ? ["'docs.install' must be a command such as npm install shop-api, or false"]
      : []),
    ...(logo === undefined || logo.endsWith(".svg") ? [] : ["'docs.logo' must be the path of an .svg file"]),
    ...(repository === undefined || isUrl(repository)
      ? []
      : [`'docs.repository' must be a URL such as https://git.example.com/shop, not ${JSON.stringify(repository)}`]),
    ...(twice === undefined ? [] : [`'docs.groups' has the title ${JSON.stringify(twice)} twice`]),
    ...groups.flatMap((group, index) =>
      group.routes.length > 0 ? [] : [`'docs.groups[${index}].routes' must name a route, such as "files/upload*"`],
    ),
    ...versions.flatMap(({ url }, index) =>
      isUrl(url) || /^\.\.?\//.test(url)
        ? []
        : [
            `'docs.versions[${index}].url' must be a URL, or a path such as ../v1/ from the first page, not ${JSON.stringify(url)}`,
          ],
    ),
  ];
}

function isUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
