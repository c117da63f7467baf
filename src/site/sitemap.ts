import { markup } from "./markup.js";
import type { Page } from "./page.js";

/** Returns the sitemap for search engines; empty if the URL of the site is unknown. */
export function sitemap(pages: readonly Page[], base: string | undefined): { path: string; text: string }[] {
  if (base === undefined) {
    return [];
  }
  const urls = pages
    .filter(({ path }) => path !== "404.html")
    .map(
      ({ path }) => markup`<url><loc>${new URL(path, base).href}</loc></url>
`,
    );
  const text = markup`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}</urlset>
`.text;
  return [{ path: "sitemap.xml", text }];
}
