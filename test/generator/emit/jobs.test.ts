import { describe, expect, test } from "vitest";
import { corpusFolder } from "../../support/corpus.js";
import { describeWithDropbox } from "../../support/describe-with-dropbox.js";
import { compileFiles } from "../../support/examples.js";
import { apiOf, jobRoutes } from "./found-routes.js";

test("the jobs of spec/ are recognized", () => {
  expect(jobRoutes(compileFiles("spec"))).toEqual([
    "files/copy_batch → copy_batch/check",
    "files/copy_batch/check",
    "team/groups/delete → groups/job_status/get",
    "team/groups/job_status/get",
    "team/groups/members/add → groups/job_status/get",
    "team/groups/members/remove → groups/job_status/get",
    "team/members/add → members/add/job_status/get",
    "team/members/add/job_status/get",
    "team/members/remove → members/remove/job_status/get",
    "team/members/remove/job_status/get",
    "team/team_folder/archive → team_folder/archive/check",
    "team/team_folder/archive/check",
  ]);
});

describeWithDropbox("these are the jobs of a large API", () => {
  test("the jobs of a large API that is used in earnest are recognized", () => {
    expect(jobRoutes(compileFiles(corpusFolder("dropbox")))).toEqual([
      "files/copy_batch → copy_batch/check",
      "files/copy_batch:2 → copy_batch/check:2",
      "files/copy_batch/check",
      "files/copy_batch/check:2",
      "files/create_folder_batch → create_folder_batch/check",
      "files/create_folder_batch/check",
      "files/delete_batch → delete_batch/check",
      "files/delete_batch/check",
      "files/move_batch → move_batch/check",
      "files/move_batch:2 → move_batch/check:2",
      "files/move_batch/check",
      "files/move_batch/check:2",
      "files/save_url → save_url/check_job_status",
      "files/save_url/check_job_status",
      "files/upload_session/finish_batch → upload_session/finish_batch/check",
      "files/upload_session/finish_batch/check",
      "riviera/get_markdown_async → get_markdown_async/check",
      "riviera/get_markdown_async/check",
      "riviera/get_metadata_async → get_metadata_async/check",
      "riviera/get_metadata_async/check",
      "riviera/get_ocr_async → get_ocr_async/check",
      "riviera/get_ocr_async/check",
      "riviera/get_text_async → get_text_async/check",
      "riviera/get_text_async/check",
      "riviera/get_transcript_async → get_transcript_async/check",
      "riviera/get_transcript_async/check",
      "sharing/check_job_status",
      "sharing/check_remove_member_job_status",
      "sharing/check_share_job_status",
      "sharing/set_access_inheritance → check_share_job_status",
      "sharing/share_folder → check_share_job_status",
      "sharing/unshare_folder → check_job_status",
      "team/groups/delete → groups/job_status/get",
      "team/groups/job_status/get",
      "team/groups/members/add → groups/job_status/get",
      "team/groups/members/remove → groups/job_status/get",
      "team/members/add → members/add/job_status/get",
      "team/members/add:2 → members/add/job_status/get:2",
      "team/members/add/job_status/get",
      "team/members/add/job_status/get:2",
      "team/members/bulk_suspend → members/bulk_suspend/job_status/check",
      "team/members/bulk_suspend/job_status/check",
      "team/members/move_former_member_files → members/move_former_member_files/job_status/check",
      "team/members/move_former_member_files/job_status/check",
      "team/members/remove → members/remove/job_status/get",
      "team/members/remove/job_status/get",
      "team/team_folder/archive → team_folder/archive/check",
      "team/team_folder/archive/check",
    ]);
  });
});

/** The jobs of a namespace with these routes. */
function jobs(routes: string): string[] {
  return jobRoutes(
    apiOf(`namespace n

struct Job
    async_job_id String

struct Launched extends Job
    size UInt64

union_closed Launch
    async_job_id String
    complete

union_closed Status
    in_progress
    complete

${routes}`),
  );
}

describe("the route to poll for a job", () => {
  test("the route to poll for a job is the one whose name extends that of the launch, of the same version", () => {
    expect(
      jobs(`route copy(Void, Launch, Void)

route copy:2(Void, Launch, Void)

route copy/check(Job, Status, Void)

route copy/check:2(Job, Status, Void)`),
    ).toEqual(["n/copy → copy/check", "n/copy:2 → copy/check:2", "n/copy/check", "n/copy/check:2"]);
  });

  test("the route to poll for a job goes before one that the documentation mentions", () => {
    expect(
      jobs(`route copy(Void, Launch, Void)
    "Not :route:\`poll\`."

route copy/check(Job, Status, Void)

route poll(Job, Status, Void)`),
    ).toContain("n/copy → copy/check");
  });

  test("the route to poll for a job is else the one that the documentation of the launch mentions", () => {
    expect(
      jobs(`route add(Void, Launched, Void)
    "Like :route:\`copy\`: ask :route:\`poll\`, and ask :route:\`poll\` again."

route copy(Void, Void, Void)

route other(Job, Status, Void)

route poll(Job, Status, Void)`),
    ).toEqual(["n/add → poll", "n/other", "n/poll"]);
  });

  test("the route to poll for a job is else the one whose documentation mentions the launch", () => {
    expect(
      jobs(`route add(Void, Launch, Void)

route poll(Job, Status, Void)
    "The status of what :route:\`add\` launched."`),
    ).toEqual(["n/add → poll", "n/poll"]);
  });

  test("the route to poll for a job is not guessed: not among several, and not without a hint", () => {
    const several = `route add(Void, Launch, Void)
    "Ask :route:\`one\` or :route:\`two\`."

route one(Job, Status, Void)

route two(Job, Status, Void)`;
    expect(jobs(several)).toEqual(["n/one", "n/two"]);
    expect(jobs("route add(Void, Launch, Void)\n\nroute poll(Job, Status, Void)")).toEqual(["n/poll"]);
  });

  test.each([
    ["needs more than the id", "struct More extends Job\n    f String\n\nroute copy/check(More, Status, Void)"],
    ["is never in progress", "route copy/check(Job, Launch, Void)"],
  ])("the route to poll for a job is none that %s", (_, poll) => {
    expect(jobs(`route copy(Void, Launch, Void)\n\n${poll}`)).toEqual([]);
  });
});
