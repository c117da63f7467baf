import { markup } from "../markup.js";
import type { Page } from "../page.js";

/** What a host shows for addresses without a page. Its links work from the folder of the site only. */
export const notFoundPage: Page = {
  path: "404.html",
  title: "Not found",
  description: "",
  content: ({ root }) => markup`<h1>Not found</h1>
<p>There is no page at this address. Start at the <a href="${root}index.html">overview</a>.</p>`,
};
