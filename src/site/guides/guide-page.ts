import { guidePath } from "../addresses.js";
import { sentence } from "../doc.js";
import { markup } from "../markup.js";
import type { Links } from "../links.js";
import type { Page } from "../page.js";
import type { Guide } from "./guide.js";
import { GuideText } from "./guide-text.js";
import { plainText } from "./plain-text.js";

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
  return first?.type === "paragraph" ? sentence(plainText(first).replace(/\s+/g, " ")) : "";
}
