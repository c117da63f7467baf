import { expect, test } from "vitest";
import { diff } from "../../src/diff/diff.js";
import { fromJson } from "../../src/ir/from-json.js";
import { toJson } from "../../src/ir/json.js";
import { corpora, corpusFiles } from "../support/corpus.js";
import { specFiles } from "../support/spec-files.js";
import { compileFiles } from "./cases.js";
import { compileText } from "./compile-text.js";

test.each(corpora)("CMP-121: %s has not changed from itself", (name) => {
  const api = compileFiles(corpusFiles(name));
  expect(diff(api, compileFiles(corpusFiles(name).reverse()))).toEqual({
    ashlarDiff: 1,
    summary: {
      breaking: 0,
      altering: 0,
      source: 0,
      compatible: 0,
      semver: "none",
      routes: api.namespaces.flatMap(({ routes }) => routes).length,
      routesReached: 0,
    },
    findings: [],
    routes: [],
  });
});

test.each(corpora)("an IR document of %s is read as it was written", (name) => {
  const document = toJson(compileFiles(corpusFiles(name)));
  expect(toJson(fromJson(document))).toBe(document);
});

test("CMP-121: the specification of the service has not changed from itself", () => {
  expect(diff(compileFiles(specFiles("spec")), compileFiles(specFiles("spec"))).findings).toEqual([]);
});

test("CMP-10: a patch, an inline definition and another line break in documentation change nothing", () => {
  const written = compileText(
    'struct S\n    "Written on\n    two lines."\n    a String\n    b B\n\nstruct B\n    c String\n\nroute go(S, S, S)\n',
  );
  const patched = compileText(
    'struct S\n    "Written\n    on two lines."\n    a String\n\nroute go(S, S, S)\n',
    "namespace n\npatch struct S\n    b B\n        struct\n            c String\n",
  );
  expect(diff(written, patched).findings).toEqual([]);
});

test("CMP-15: an alias is no part of the wire, wherever its `?` stands", () => {
  const old = compileText(
    "alias A = String?\nalias B = String\nstruct S\n    a A\n    b List(B?)\n    c B\nroute go(S, S, S)\n",
  );
  const now = compileText(
    "alias A = B?\nalias B = String\nstruct S\n    a B?\n    b List(A)\n    c B\nroute go(S, S, S)\n",
  );
  expect(diff(old, now).findings).toEqual([]);
});
