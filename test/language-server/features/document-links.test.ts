import { expect, test } from "vitest";
import { findLinks } from "../../../src/language-server/features/document-links.js";
import { Project } from "../../../src/language-server/features/project.js";
import { stone } from "../../support/stone-text.js";

test("LSP-29: addresses in documentation and comments are links, those in other strings are not", () => {
  const text = stone`
    # See https://a.b/comment.
    namespace demo
        "See (https://a.b/bare) and :link:\`Site https://a.b/reference\`."
    struct S
        f String = "https://a.b/default"  # https://a.b/trailing
  `;
  const project = new Project();
  project.setFiles([{ path: "a.stone", text }]);
  expect(findLinks(project.snapshot, "a.stone").map(({ url }) => url)).toEqual([
    "https://a.b/comment",
    "https://a.b/bare",
    "https://a.b/reference",
    "https://a.b/trailing",
  ]);
});
