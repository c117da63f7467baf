import { expect, test } from "vitest";
import { diff } from "../../src/diff/diff.js";
import { cases, compileFiles, sideFiles } from "./cases.js";

test.each(cases)("CMP-120: $name has the findings and verdicts of the corpus", (pair) => {
  const report = diff(compileFiles(sideFiles(pair, "old")), compileFiles(sideFiles(pair, "new")));

  const expected = pair.findings.map(({ rule, subject, severity, verdict, source }) => ({
    id: `${rule} ${subject}`,
    severity,
    verdict: { ...verdict, ...source },
  }));
  const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
  expect(report.findings.map(({ id, severity, verdict }) => ({ id, severity, verdict })).sort(byId)).toEqual(
    expected.sort(byId),
  );
  const named = new Map(report.routes.map(({ route, request, response }) => [route, { request, response }]));
  for (const [route, verdict] of Object.entries(pair.routes)) {
    expect(named.get(route) ?? { request: "ok", response: "ok" }).toEqual(verdict);
    named.delete(route);
  }
  expect([...named].filter(([, { request, response }]) => request !== "ok" || response !== "ok")).toEqual([]);
});

test.each(cases)("CMP-7: in $name, the back directions are the directions with the sides exchanged", (pair) => {
  const [old, now] = [compileFiles(sideFiles(pair, "old")), compileFiles(sideFiles(pair, "new"))];
  const { findings } = diff(old, now, { bothWays: true });
  const exchanged = diff(now, old, { bothWays: true });

  const wire = (all: typeof findings): unknown[] =>
    all
      .flatMap(({ verdict: { request, response }, back }) => [
        `${request} ${response} ${back?.request} ${back?.response}`,
      ])
      .sort();
  const turned = exchanged.findings.map(({ verdict, back, ...finding }) => ({
    ...finding,
    verdict: { ...verdict, ...back },
    back: { request: verdict.request, response: verdict.response },
  }));
  expect(wire(findings)).toEqual(wire(turned));
});

test.each(cases)("CMP-10: in $name, the order of files and definitions changes nothing", (pair) => {
  const [old, now] = [sideFiles(pair, "old"), sideFiles(pair, "new")];
  expect(diff(compileFiles(reordered(old)), compileFiles(now))).toEqual(diff(compileFiles(old), compileFiles(now)));
  expect(diff(compileFiles(old), compileFiles(reordered(now)))).toEqual(diff(compileFiles(old), compileFiles(now)));
  expect(diff(compileFiles(old), compileFiles(reordered(old))).findings).toEqual([]);
});

/** The files in reverse order, with a comment and a file for each definition. */
function reordered(files: ReturnType<typeof sideFiles>): ReturnType<typeof sideFiles> {
  return files
    .flatMap(({ path, text }) => {
      const [head = "", ...definitions] = text.split(
        /^(?=(?:patch|struct|union|union_closed|alias|route|annotation) )/m,
      );
      return definitions.map((definition, index) => ({
        path: `${index} ${path}`,
        text: `# Moved\n\n${head}\n${definition}`,
      }));
    })
    .reverse();
}
