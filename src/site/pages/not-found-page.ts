import { markup } from "../markup.js";
import type { Page } from "../page.js";

/** The page that a host shows for unknown addresses. Its links work only from the folder of the site. */
export const notFoundPage: Page = {
  path: "404.html",
  title: "Not found",
  description: "",
  content: ({ root }) => markup`<h1>Not found</h1>
<p>There is no page at this address. Start at the <a href="${root}index.html">overview</a>.</p>`,
};
