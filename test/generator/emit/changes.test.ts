import { describe, expect, test } from "vitest";
import { corpusFolder } from "../../support/corpus.js";
import { describeWithDropbox } from "../../support/describe-with-dropbox.js";
import { compileFiles } from "../../support/examples.js";
import { apiOf, changingLists } from "./found-routes.js";

test("PROD-30: the lists of spec/ whose changes can be waited for are recognized", () => {
  expect(changingLists(compileFiles("spec"))).toEqual(["files/list_folder: list_folder/longpoll (30), –"]);
});

describeWithDropbox("PROD-30: these are the lists of a large API whose changes can be waited for", () => {
  test("PROD-30: the lists of a large API whose changes can be waited for are recognized by a route that extends their name", () => {
    expect(changingLists(compileFiles(corpusFolder("dropbox")))).toEqual([
      "files/list_folder: list_folder/longpoll (30), list_folder/get_latest_cursor",
    ]);
  });
});

const parts = {
  arg: "    folder String",
  page: "    items List(String)\n    cursor String\n    has_more Boolean",
  pollArg: "    cursor String\n    timeout UInt64 = 60",
  polled: "    changes Boolean\n    backoff UInt64?",
  latest: "    cursor String",
  pollName: "list/wait",
  latestArg: "ListArg",
};

function spec(changes: Partial<typeof parts> = {}): string {
  const { arg, page, pollArg, polled, latest, pollName, latestArg } = { ...parts, ...changes };
  return `namespace mail

struct ListArg
${arg}
struct OtherArg
${arg}
struct ListContinueArg
    cursor String
struct Page
${page}
struct PollArg
${pollArg}
struct Polled
${polled}
struct Latest
${latest}
route list (ListArg, Page, Void)
route list/continue (ListContinueArg, Page, Void)
route ${pollName} (PollArg, Polled, Void)
route list/latest (${latestArg}, Latest, Void)
`;
}

describe("PROD-30: the changes of a list are recognized", () => {
  test("PROD-30: the changes of a list are recognized with all that there may be", () => {
    expect(changingLists(apiOf(spec()))).toEqual(["mail/list: list/wait (60), list/latest"]);
  });

  test.each<[string, Partial<typeof parts>, string]>([
    ["without a timeout", { pollArg: "    cursor String" }, "mail/list: list/wait (–), list/latest"],
    ["without a pause", { polled: "    changes Boolean" }, "mail/list: list/wait (60), list/latest"],
    ["but no cursor of now with another argument", { latestArg: "OtherArg" }, "mail/list: list/wait (60), –"],
    [
      "but no cursor of now beside other things",
      { latest: "    cursor String\n    x String" },
      "mail/list: list/wait (60), –",
    ],
  ])("PROD-30: the changes of a list are recognized %s", (_, changes, expected) => {
    expect(changingLists(apiOf(spec(changes)))).toEqual([expected]);
  });

  test.each<[string, Partial<typeof parts>]>([
    ["the waiting needs more than a cursor", { pollArg: "    cursor String\n    key String" }],
    ["it does not say whether there are changes", { polled: "    backoff UInt64?" }],
    ["it may not say whether there are changes", { polled: "    changes Boolean?" }],
    ["the changes are text", { polled: "    changes String" }],
    ["the pause is text", { polled: "    changes Boolean\n    backoff String" }],
    ["its name does not extend that of the list", { pollName: "wait" }],
    [
      "the last page need not have a cursor",
      { page: "    items List(String)\n    cursor String?\n    has_more Boolean" },
    ],
    [
      "a page has no single list",
      { page: "    a List(String)\n    b List(String)\n    cursor String\n    has_more Boolean" },
    ],
  ])("PROD-30: the changes of a list are not recognized if %s", (_, changes) => {
    expect(changingLists(apiOf(spec(changes)))).toEqual([]);
  });
});
