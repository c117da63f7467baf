import { describe, expect, test } from "vitest";
import { compileFiles } from "../../support/examples.js";
import { corpusFolder } from "../../support/corpus.js";
import { describeWithDropbox } from "../../support/describe-with-dropbox.js";
import { apiOf, pagedRoutes } from "./found-routes.js";

test("the lists of spec/ are recognized", () => {
  expect(pagedRoutes(compileFiles("spec"))).toEqual([
    "files/list_folder → list_folder/continue () entries",
    "files/list_folder/continue → itself () entries",
    "team/devices/list_members_devices → itself (include_web_sessions include_desktop_clients include_mobile_clients) devices",
    "team/devices/list_team_devices → itself (include_web_sessions include_desktop_clients include_mobile_clients) devices",
    "team/groups/list → groups/list/continue () groups",
    "team/groups/list/continue → itself () groups",
    "team/groups/members/list → groups/members/list/continue () members",
    "team/groups/members/list/continue → itself () members",
    "team/linked_apps/list_members_linked_apps → itself () apps",
    "team/linked_apps/list_team_linked_apps → itself () apps",
    "team/members/list → members/list/continue () members",
    "team/members/list/continue → itself () members",
  ]);
});

describeWithDropbox("these are the lists of a large API", () => {
  test("the lists of a large API that is used in earnest are recognized", () => {
    expect(pagedRoutes(compileFiles(corpusFolder("dropbox")))).toEqual([
      "file_properties/properties/search → properties/search/continue () matches",
      "file_properties/properties/search/continue → itself () matches",
      "file_requests/list:2 → list/continue () file_requests",
      "file_requests/list/continue → itself () file_requests",
      "files/list_folder → list_folder/continue () entries",
      "files/list_folder/continue → itself () entries",
      "files/search:2 → search/continue:2 () matches",
      "files/search/continue:2 → itself () matches",
      "sharing/list_file_members → list_file_members/continue () –",
      "sharing/list_file_members/continue → itself () –",
      "sharing/list_folder_members → list_folder_members/continue () –",
      "sharing/list_folder_members/continue → itself () –",
      "sharing/list_folders → list_folders/continue () entries",
      "sharing/list_folders/continue → itself () entries",
      "sharing/list_mountable_folders → list_mountable_folders/continue () entries",
      "sharing/list_mountable_folders/continue → itself () entries",
      "sharing/list_received_files → list_received_files/continue () entries",
      "sharing/list_received_files/continue → itself () entries",
      "sharing/list_shared_links → itself (path direct_only) links",
      "team/devices/list_members_devices → itself (include_web_sessions include_desktop_clients include_mobile_clients) devices",
      "team/devices/list_team_devices → itself (include_web_sessions include_desktop_clients include_mobile_clients) devices",
      "team/groups/list → groups/list/continue () groups",
      "team/groups/list/continue → itself () groups",
      "team/groups/members/list → groups/members/list/continue () members",
      "team/groups/members/list/continue → itself () members",
      "team/legal_holds/list_held_revisions → legal_holds/list_held_revisions_continue (id) entries",
      "team/legal_holds/list_held_revisions_continue → itself (id) entries",
      "team/linked_apps/list_members_linked_apps → itself () apps",
      "team/linked_apps/list_team_linked_apps → itself () apps",
      "team/member_space_limits/excluded_users/list → member_space_limits/excluded_users/list/continue () users",
      "team/member_space_limits/excluded_users/list/continue → itself () users",
      "team/members/list → members/list/continue () members",
      "team/members/list:2 → members/list/continue:2 () members",
      "team/members/list/continue → itself () members",
      "team/members/list/continue:2 → itself () members",
      "team/namespaces/list → namespaces/list/continue () namespaces",
      "team/namespaces/list/continue → itself () namespaces",
      "team/sharing_allowlist/list → sharing_allowlist/list/continue () –",
      "team/sharing_allowlist/list/continue → itself () –",
      "team/team_folder/list → team_folder/list/continue () team_folders",
      "team/team_folder/list/continue → itself () team_folders",
      "team_log/get_events → get_events/continue () events",
      "team_log/get_events/continue → itself () events",
    ]);
  });
});

/** The lists of a namespace in which a route lists names and these other routes may continue it. */
function lists(rest: string, arg = "ListArg"): string[] {
  return pagedRoutes(
    apiOf(`namespace n

struct ListArg
    folder String
    limit UInt32 = 10

struct Cursor
    cursor String

struct Page
    names List(String)
    cursor String
    has_more Boolean

route list(${arg}, Page, Void)

${rest}`),
  );
}

describe("a list continues", () => {
  test.each(["list/continue", "list_continue", "listContinue", "list/continue_v2", "list/more"])(
    "a list continues at a route that takes the cursor and whose name extends its own: %s",
    (name) => {
      expect(lists(`route ${name}(Cursor, Page, Void)`)).toContain(`n/list → ${name} () names`);
    },
  );

  test("a list continues at the route of its own version, or else at the only one", () => {
    const other = "struct Page2\n    names List(String)\n    cursor String?\n\n";
    expect(lists(`route list:2(ListArg, Page, Void)\n\nroute list/continue(Cursor, Page, Void)`)).toEqual([
      "n/list → list/continue () names",
      "n/list:2 → list/continue () names",
      "n/list/continue → itself () names",
    ]);
    expect(
      lists(`${other}route list:2(ListArg, Page2, Void)

route list/continue(Cursor, Page, Void)

route list/continue:2(Cursor, Page2, Void)`),
    ).toEqual([
      "n/list → list/continue () names",
      "n/list:2 → list/continue:2 () names",
      "n/list/continue → itself () names",
      "n/list/continue:2 → itself () names",
    ]);
  });

  test("a list continues with what both arguments have, in the same type", () => {
    const next = (fields: string): string[] =>
      lists(`struct Next extends Cursor\n${fields}\n\nroute list/continue(Next, Page, Void)`).slice(0, 1);
    expect(next("    folder String")).toEqual(["n/list → list/continue (folder) names"]);
    expect(next("    folder String\n    limit UInt32 = 10")).toEqual(["n/list → list/continue (folder limit) names"]);
    expect(next("    folder List(String)?")).toEqual(["n/list → list/continue () names"]);
  });

  test("a list continues with what both arguments have, but not if the second one refuses what the first accepts", () => {
    const next = (folder: string): string[] =>
      lists(
        `alias Folder = String

struct Next extends Cursor
    folder ${folder}

route list/continue(Next, Page, Void)`,
      );
    expect(next("Folder")).toContain("n/list → list/continue (folder) names");
    expect(next("String(max_length=10)")).toEqual(["n/list/continue → itself (folder) names"]);
  });

  test("a list continues at itself, if the route takes the cursor, which need not be given first", () => {
    const arg = "struct OwnArg\n    cursor String?\n    folder String";
    expect(lists(arg, "OwnArg")).toEqual(["n/list → itself (folder) names"]);
  });

  test.each([
    [
      "that needs what the first argument has not",
      "struct Next extends Cursor\n    id String\n\nroute list/continue(Next, Page, Void)",
    ],
    [
      "that needs what the first argument may not have",
      "struct Next extends Cursor\n    limit UInt32\n\nroute list/continue(Next, Page, Void)",
    ],
    ["that has another result", "struct Other extends Page\n    f String\n\nroute list/continue(Cursor, Other, Void)"],
    [
      "that takes something else for a cursor",
      "struct Next\n    cursor Cursor\n\nroute list/continue(Next, Page, Void)",
    ],
    ["whose name extends its last word", "route lists/continue(Cursor, Page, Void)"],
    ["the name of which is another one", "route more(Cursor, Page, Void)"],
  ])("a list does not continue at a route %s", (_, rest) => {
    expect(lists(rest).filter((found) => found.startsWith("n/list →"))).toEqual([]);
  });
});

describe("a page", () => {
  const page = (fields: string): string[] =>
    pagedRoutes(
      apiOf(`namespace n\n\nstruct Arg\n    cursor String?\n\nstruct Page\n${fields}\n\nroute list(Arg, Page, Void)`),
    );

  test("a page need not say whether there are more, and may leave the cursor out", () => {
    expect(page("    names List(String)\n    cursor String?")).toEqual(["n/list → itself () names"]);
  });

  test("a page gives items if it has one list, which is always there", () => {
    const rest = "    cursor String\n    has_more Boolean\n";
    expect(page(`${rest}    names List(String)\n    sizes Map(String, UInt64)`)).toEqual(["n/list → itself () names"]);
    expect(page(`${rest}    names List(String)\n    sizes List(UInt64)`)).toEqual(["n/list → itself () –"]);
    expect(page(`${rest}    names List(String)?`)).toEqual(["n/list → itself () –"]);
    expect(page(rest)).toEqual(["n/list → itself () –"]);
  });

  test("a page has a cursor that is a string, and says in a Boolean whether there are more", () => {
    expect(page("    names List(String)\n    cursor UInt64")).toEqual([]);
    expect(page("    names List(String)\n    cursor String\n    has_more String")).toEqual([]);
    expect(page("    names List(String)")).toEqual([]);
  });

  test("a page with a cursor that is always there must have `has_more`, or nobody knows when the list ends", () => {
    expect(page("    names List(String)\n    cursor String")).toEqual([]);
    expect(page("    names List(String)\n    cursor String\n    more Boolean")).toEqual([]);
    expect(page('    names List(String)\n    cursor String = ""')).toEqual(["n/list → itself () names"]);
  });
});
