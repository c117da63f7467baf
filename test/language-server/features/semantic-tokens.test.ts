import { expect, test } from "vitest";
import { Project } from "../../../src/language-server/features/project.js";
import { findTokens } from "../../../src/language-server/features/semantic-tokens.js";

test("LSP-27: tokens never span lines, not even where a reference in documentation does", () => {
  const text = 'namespace n\n\nstruct A\n    "See :type:`some\n    where.A`."\n\n    x String\n';
  const project = new Project();
  project.setFiles([{ path: "a.stone", text }]);
  const texts = findTokens(project.snapshot, "a.stone").map(({ start, end }) => text.slice(start, end));
  expect(texts).toContain("x");
  expect(texts.filter((token) => token.includes("\n"))).toEqual([]);
});
