import { expect, test } from "vitest";
import { diff } from "../../src/diff/diff.js";
import type { Api } from "../../src/ir/api.js";
import { cases, compileFiles, sideFiles } from "./cases.js";
import { compileText } from "./compile-text.js";
import { placeCases } from "./place-cases.js";
import { checkSource, type CheckedComparison } from "./source/check-source.js";
import { findWrongClaims } from "./source/wrong-claims.js";

test("CMP-5, CMP-40: the compiler says of old source what the rules say", async () => {
  const ofCorpus = cases
    .filter((pair, index) => hasEffectOnSource(pair) || index % 5 === 0)
    .map((pair) => comparisonOf(pair.name, sideOf(pair, "old"), sideOf(pair, "new")));
  const routes = "\nroute take(S, Void, Void)\nroute give(Void, S, Void)\n";
  const ofRules = placeCases
    .filter(({ verdict }) => !verdict.endsWith(". ."))
    .map((pair) =>
      comparisonOf(`${pair.rule} of ${pair.of}`, compileText(pair.old + routes), compileText(pair.new + routes)),
    );
  const tree = (tag: string): string =>
    `struct S\n    union_closed\n        ${tag} T\n    a String\nstruct T extends S\n    b String\n${routes}`;
  const withOtherSubtypes = comparisonOf("all subtypes changed", compileText(tree("old")), compileText(tree("new")));
  const named = (...names: readonly string[]): Api => compileText(names.map((name) => `route ${name}\n`).join(""));
  // CMP-66: the methods of routes that are renamed, or whose method another route takes.
  const ofMethods = [
    comparisonOf("another name", named("go(Void, Void, Void)"), named("come(Void, Void, Void)")),
    comparisonOf("the same method", named("go_on(Void, Void, Void)"), named("go/on(Void, Void, Void)")),
    comparisonOf("a taken method", named("go_on(Void, Void, Void)"), named("go/on(Void, String, Void)")),
  ];
  const space = (name: string, route: string): Api =>
    compileText(
      `import ${name}\nstruct S\n    x ${name}.X\nroute ${route}(S, S, Void)\n`,
      `namespace ${name}\nalias A = String\nstruct X\n    a A\n    u U\nunion U\n    x X\nroute get(X, U, Void)\n`,
    );
  const withOtherNames = comparisonOf("a namespace and a route renamed", space("m", "go"), space("w", "come"));
  const comparisons = [...ofCorpus, ...ofRules, ...ofMethods, withOtherSubtypes, withOtherNames];

  const checked = await checkSource(comparisons);

  const wrong = checked.flatMap((claims, index) =>
    findWrongClaims(claims).map((claim) => ({ comparison: comparisons[index]?.name, ...claim })),
  );
  expect(wrong).toEqual([]);
  const seen = new Set(checked.flat().map(({ use, found }) => `${use}: ${found}`));
  expect([...seen].sort()).toEqual([
    "calls: breaks",
    "calls: ok",
    "handles: breaks",
    "handles: ok",
    "imports: breaks",
    "imports: ok",
    "reads: breaks",
    "reads: exhaustive",
    "reads: ok",
    "writes: breaks",
    "writes: ok",
  ]);
});

test("the test of verdicts on source finds those that the compiler contradicts", async () => {
  const before = compileText("struct S\n    a String\nstruct Gone\n    b String\nroute go(S, S, Void)\n");
  const after = compileText("struct S\n    a String\nroute go(Void, S, Void)\n");
  const { report } = comparisonOf("", before, after);
  const [claims = []] = await checkSource([{ before, after, report: { ...report, findings: [] } }]);

  expect(
    findWrongClaims(claims).map(({ subject, use, expected, found }) => ({ subject, use, expected, found })),
  ).toEqual([
    { subject: "n/go", use: "calls", expected: "ok", found: "breaks" },
    { subject: "n/go", use: "handles", expected: "ok", found: "breaks" },
    { subject: "n.Gone", use: "imports", expected: "ok", found: "breaks" },
  ]);
});

/** The others have nothing to show but that the compiler accepts equal types. */
function hasEffectOnSource({ findings }: (typeof cases)[number]): boolean {
  return findings.some(({ source: { caller, server } }) => caller !== "ok" || server !== "ok");
}

function comparisonOf(name: string, before: Api, after: Api): CheckedComparison & { readonly name: string } {
  return { name, before, after, report: diff(before, after) };
}

function sideOf(pair: (typeof cases)[number], side: "old" | "new"): Api {
  return compileFiles(sideFiles(pair, side));
}
