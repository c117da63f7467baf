import type { Finding, Report } from "../diff/report.js";
import { markup, type Markup } from "./markup.js";

/** The changes since a baseline, by route or type (SITE-25). */
export class Changes {
  readonly report: Report;
  readonly #kinds = new Map<string, "New" | "Changed">();

  constructor(report: Report) {
    this.report = report;
    for (const { rule, subject } of report.findings) {
      const owner = ownerOf(subject);
      const isNew = subject === owner && rule.endsWith("-added");
      if (isNew || !this.#kinds.has(owner)) {
        this.#kinds.set(owner, isNew ? "New" : "Changed");
      }
    }
  }

  /** Returns the badge that links from the page of a route or type to its changes; undefined if it has not changed. */
  badge(name: string, root: string): Markup | undefined {
    const kind = this.#kinds.get(name);
    return kind === undefined
      ? undefined
      : markup`<a class="badge ${kind.toLowerCase()}" href="${root}changes.html#${changeId(name)}">${kind}</a> `;
  }
}

/** Returns the route or type that contains a subject: `files.Metadata` for `files.Metadata.name`, `files/copy:2` for `files/copy:2#arg`. */
function ownerOf(subject: string): string {
  if (subject.includes("/")) {
    return subject.replace(/[#@].*$/, "");
  }
  return subject.split(/[.#@]/).slice(0, 2).join(".");
}

/** Returns the id of the element that lists the changes of a route or type. */
export function changeId(name: string): string {
  return name.replace(/[^\w./:-]/g, "_");
}

/** Groups findings by route or type. */
export function byOwner(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const owner = ownerOf(finding.subject);
    const group = groups.get(owner) ?? [];
    group.push(finding);
    groups.set(owner, group);
  }
  return groups;
}
