import type { Finding, Report } from "../diff/report.js";
import { markup, type Markup } from "./markup.js";

/** The changes since a baseline, by the names of routes and types (SITE-25). */
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

  /** The badge on the page of a route or type, which links to its changes. */
  badge(name: string, root: string): Markup | undefined {
    const kind = this.#kinds.get(name);
    return kind === undefined
      ? undefined
      : markup`<a class="badge ${kind.toLowerCase()}" href="${root}changes.html#${changeId(name)}">${kind}</a> `;
  }
}

/** The route or type that contains a subject: `files.Metadata` for `files.Metadata.name`, `files/copy:2` for its argument. */
function ownerOf(subject: string): string {
  if (subject.includes("/")) {
    return subject.replace(/[#@].*$/, "");
  }
  return subject.split(/[.#@]/).slice(0, 2).join(".");
}

/** The id of the changes of a route or type. */
export function changeId(name: string): string {
  return name.replace(/[^\w./:-]/g, "_");
}

/** The findings by route or type, sorted by severity. */
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
