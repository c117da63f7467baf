import { markup } from "../markup.js";
import type { Page } from "../page.js";

/** The page for unknown addresses. Hosts show it at any path, so its links work only in the folder of the site. */
export const notFoundPage: Page = {
  path: "404.html",
  title: "Not found",
  description: "",
  content: ({ root }) => markup`<h1>Not found</h1>
<p>There is no page at this address. Start at the <a href="${root}index.html">overview</a>.</p>`,
};
