import { describe, expect, test } from "vitest";
import { complete, sortCompletions } from "../../../src/language-server/features/completion/complete.js";
import type { Completion } from "../../../src/language-server/features/completion/completion.js";
import { findDefinition, findHighlights, findReferences } from "../../../src/language-server/features/navigation.js";
import { findHover } from "../../../src/language-server/features/hover.js";
import { visitItem } from "../../../src/language-server/symbols/occurrences.js";
import type { Occurrence, Role } from "../../../src/language-server/symbols/occurrence.js";
import { Project, type Snapshot } from "../../../src/language-server/features/project.js";
import { toFileRange } from "../../../src/language-server/features/places.js";
import { specFiles } from "../../support/spec-files.js";

function snapshotOfSpec(): Snapshot {
  const project = new Project();
  project.setFiles(specFiles("spec"));
  return project.snapshot;
}

interface Place extends Occurrence {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

function occurrencesOf({ names }: Snapshot): Place[] {
  const places: Place[] = [];
  for (const { path, namespace, items } of names.sections) {
    const visit = (occurrence: Occurrence): void => {
      places.push({ ...occurrence, ...toFileRange(occurrence.span), path });
    };
    items.forEach((item) => {
      visitItem(item, { namespace, names, visit });
    });
  }
  return places;
}

describe("the names in the specification of the service", () => {
  const snapshot = snapshotOfSpec();
  const places = occurrencesOf(snapshot);

  test("CASE-5, FE-4: all names in the specification of the service mean something, and hovers say what", () => {
    const silent = places.filter(
      ({ path, start }) => (findHover(snapshot, path, start, () => undefined)?.blocks.length ?? 0) === 0,
    );
    expect(silent.map(({ text, path, start }) => `${path}:${start} ${text}`)).toEqual([]);
  });

  test("CASE-5, FE-4: a definition lists the reference that leads to it, and a highlight shows it", () => {
    const lost = places
      .filter((_, index) => index % 29 === 0)
      .filter(({ path, start, end }) => {
        const [link] = findDefinition(snapshot, path, start);
        if (link === undefined) {
          return false;
        }
        const isHere = (range: { path: string; start: number; end: number }): boolean =>
          range.path === path && range.start === start && range.end === end;
        const references = findReferences(snapshot, link.name.path, link.name.start, true);
        const highlights = findHighlights(snapshot, path, start).map(({ range }) => range);
        return !references.some(isHere) || !highlights.some(isHere);
      });
    expect(lost.map(({ text, path, start }) => `${path}:${start} ${text}`)).toEqual([]);
  });

  test("CASE-6: completion offers the name that stands there, for nearly all, among the first twenty", () => {
    const roles: readonly Role[] = ["type", "parent", "entry", "label", "tag", "annotation", "attribute"];
    const tried = places.filter(({ role }, index) => roles.includes(role) && index % 7 === 0);
    const missed = tried.filter(({ path, start, end, text }) => {
      const offset = Math.min(end, start + Math.max(1, Math.floor(text.length / 2)));
      const list = complete(snapshot, path, offset);
      const first = sortCompletions(list?.items ?? [], list?.word ?? "").slice(0, 20);
      return !first.some(({ item }) => endsInName(item, text));
    });
    const shown = missed.map(({ role, text, path, start }) => `${role} ${path}:${start} ${text}`);
    expect(missed.length / tried.length, shown.slice(0, 20).join("\n")).toBeLessThan(0.05);
  });
});

function endsInName({ label }: Completion, name: string): boolean {
  return label === name || label.endsWith(`.${name}`);
}
