import { guidePath } from "../addresses.js";
import { Links } from "../links.js";
import type { Site } from "../site.js";
import type { GuideProblem } from "./guide.js";
import { GuideText } from "./guide-text.js";

/**
 * Returns the problems of a site's guides: invalid references and links, unsupported Markdown, and pages with the same name.
 */
export function findGuideProblems(site: Site): GuideProblem[] {
  const problems: GuideProblem[] = [];
  const pages = new Map<string, string>();
  for (const guide of site.guides) {
    const { path } = guide;
    const page = guidePath(guide.name);
    const other = pages.get(page.toLowerCase());
    if (other !== undefined) {
      problems.push({
        path,
        line: 1,
        message: `Its page has the address of that of ${other}. Rename one of the files.`,
      });
    }
    pages.set(page.toLowerCase(), path);
    new GuideText(guide, new Links(site, page), (line, message) => {
      // The opening and the closing tag of an HTML element are both reported.
      if (!problems.some((problem) => problem.path === path && problem.line === line && problem.message === message)) {
        problems.push({ path, line, message });
      }
    }).content();
  }
  return problems;
}
