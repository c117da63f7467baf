import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { namesOfResults, replaceResults, suiteNames } from "../../tools/bench/results.js";

const page = `Before.

<!-- results of peers -->

old

<!-- end of results -->

Between.

<!-- results of cold -->
<!-- end of results -->

After.
`;

describe("the results of the bench", () => {
  test("New results of a suite replace its old ones, and nothing else on the page", () => {
    expect(replaceResults(page, "peers", "new")).toBe(page.replace("old", "new"));
  });

  test("New results of a suite stand between markers that were empty", () => {
    expect(replaceResults(page, "cold", "new")).toContain(
      "<!-- results of cold -->\n\nnew\n\n<!-- end of results -->\n\nAfter.",
    );
  });

  test.each([
    ["no start", page.replace("<!-- results of peers -->", "")],
    ["no end", page.replace("<!-- end of results -->", "")],
    ["two starts", page.replace("Between.", "<!-- results of peers -->")],
  ])("A page whose results of a suite have %s is refused", (_what, broken) => {
    expect(() => replaceResults(broken, "peers", "new")).toThrow("results of peers");
  });

  test("The README of the bench has one place for the results of each suite, and none for a suite that is gone", () => {
    expect(namesOfResults(readFileSync("tools/bench/README.md", "utf8"))).toEqual(suiteNames);
  });

  test("The README of the project shows the results of the suite peers", () => {
    expect(namesOfResults(readFileSync("README.md", "utf8"))).toEqual(["peers"]);
  });
});
