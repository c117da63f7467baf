import type { Finding } from "../../diff/report.js";
import { byOwner, changeId, type Changes } from "../changes.js";
import { markup, type Content, type Markup } from "../markup.js";
import type { Links } from "../links.js";
import { section, type Page } from "../page.js";

const titles: readonly (readonly [Finding["severity"], string])[] = [
  ["breaking", "Breaking changes"],
  ["altering", "Changes of meaning"],
  ["source", "Changes of source code"],
  ["compatible", "Compatible changes"],
];

/** Returns the page of the changes since the baseline (SITE-25). */
export function changesPage({ report }: Changes): Page {
  return {
    path: "changes.html",
    title: "Changes",
    description: "What has changed since the last release.",
    content: (links) => {
      const { summary } = report;
      const groups = [...byOwner(report.findings)];
      return [
        markup`<h1>Changes</h1>
<p>${summary.breaking} breaking, ${summary.altering} altering, ${summary.source} of source code, ${summary.compatible} compatible. The version rises by: ${summary.semver}.</p>`,
        titles.map(([severity, title]) => {
          const shown = groups.filter(([, findings]) => findings[0]?.severity === severity);
          return shown.length === 0
            ? ""
            : section(
                severity,
                title,
                shown.map(([owner, findings]) => group(owner, findings, links)),
              );
        }),
      ];
    },
  };
}

function group(owner: string, findings: readonly Finding[], links: Links): Content {
  return markup`<div class="change" id="${changeId(owner)}"><h3>${ownerLink(owner, links)}</h3><ul>${findings.map(
    ({
      message,
      help,
    }) => markup`<li>${message}${help === undefined ? "" : markup` <span class="quiet">${help}</span>`}</li>
`,
  )}</ul></div>`;
}

function ownerLink(owner: string, links: Links): Markup {
  if (owner.includes("/")) {
    return markup`<code>${links.routeByTitle(owner)}</code>`;
  }
  const [namespace = "", name = ""] = owner.split(".");
  return markup`<code>${name === "" ? owner : links.type({ namespace, name })}</code>`;
}
