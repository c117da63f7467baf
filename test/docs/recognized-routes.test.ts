import { expect, test } from "vitest";
import { splitStandardInput } from "../../src/project/specs.js";
import { apiOf, changingLists, jobRoutes, pagedRoutes, sessions } from "../generator/emit/found-routes.js";
import { blocksOf, pages } from "./pages.js";

test("the page on lists, jobs and upload sessions shows one of each", () => {
  const page = pages().find(({ path }) => path === "docs/lists-jobs-and-uploads.md");
  const apis =
    page === undefined
      ? []
      : blocksOf(page).map(({ code }) => apiOf(...splitStandardInput(code).map(({ text }) => text)));
  expect(apis.flatMap(pagedRoutes)).toEqual([
    "recipes/list → list/continue () recipes",
    "recipes/list/continue → itself () recipes",
    "mailbox/list → list/continue () messages",
    "mailbox/list/continue → itself () messages",
  ]);
  expect(apis.flatMap(changingLists)).toEqual(["mailbox/list: list/poll (30), list/latest"]);
  expect(apis.flatMap(jobRoutes)).toEqual(["kitchen/cook → cook/check", "kitchen/cook/check"]);
  expect(apis.flatMap(sessions)).toEqual([
    "photos session: session/start → session/append (cursor) → session/finish (cursor); session_id, offset, correct_offset, in order",
  ]);
});
