import type { Client } from "cloud-storage-api";
import type { RelocationBatchArgInput, RelocationBatchJobStatus } from "cloud-storage-api/files";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { newPerson, pathsIn, read, save } from "./support/files.js";
import { describeService } from "./support/service.js";

/** Launches a batch. Returns its result. */
async function runBatch(client: Client, arg: RelocationBatchArgInput): Promise<RelocationBatchJobStatus> {
  return waitForJob(client, jobId(await client.files.copyBatch(arg)));
}

function jobId(launch: object): string {
  expect(launch).toMatchObject({ ".tag": "async_job_id" });
  return (launch as { async_job_id: string }).async_job_id;
}

async function waitForJob(client: Client, async_job_id: string): Promise<RelocationBatchJobStatus> {
  for (;;) {
    const status = await client.files.copyBatchCheck({ async_job_id });
    if (status[".tag"] !== "in_progress") {
      return status;
    }
    await setTimeout(20);
  }
}

describeService("files/copy_batch", (service) => {
  test("files/copy_batch returns a job immediately, and copies in the background (B-127, B-132, N-04)", async () => {
    const { client } = await newPerson(service);
    await save(client, "/a");
    await save(client, "/b");
    await service.controls.setFault({ place: "job-hold", subject: "files/copy_batch" });
    const job = jobId(
      await client.files.copyBatch({
        entries: [
          { from_path: "/b", to_path: "/copies/2" },
          { from_path: "/a", to_path: "/copies/1" },
        ],
      }),
    );
    expect(await client.files.copyBatchCheck({ async_job_id: job })).toEqual({ ".tag": "in_progress" });
    expect(await pathsIn(client)).toEqual(["/a", "/b"]);
    await service.controls.clearFaults();
    const entries = [{ metadata: { path_lower: "/copies/2" } }, { metadata: { path_lower: "/copies/1" } }];
    expect(await waitForJob(client, job)).toMatchObject({ ".tag": "complete", entries });
    // It stays finished, and nothing is done twice (B-237).
    expect(await waitForJob(client, job)).toMatchObject({ ".tag": "complete", entries });
    expect(await pathsIn(client)).toEqual(["/a", "/b", "/copies", "/copies/1", "/copies/2"]);
    expect(await read(client, "/copies/2")).toBe("/b");
  });

  test("files/copy_batch copies all entries or none (B-128, B-131)", async () => {
    const { client } = await newPerson(service);
    await save(client, "/a");
    const entries = [
      { from_path: "/a", to_path: "/1" },
      { from_path: "/missing", to_path: "/2" },
      { from_path: "/a", to_path: "/3" },
    ];
    expect(await runBatch(client, { entries })).toMatchObject({
      ".tag": "failed",
      failed: { ".tag": "from_lookup", from_lookup: { ".tag": "not_found" } },
    });
    expect(await pathsIn(client)).toEqual(["/a"]);
    const space = await newPerson(service, { quota: 5 });
    await save(space.client, "/a", "12");
    const both = [1, 2].map((number) => ({ from_path: "/a", to_path: `/${number}` }));
    expect(await runBatch(space.client, { entries: both })).toMatchObject({
      failed: { to: { ".tag": "insufficient_space" } },
    });
    expect(await pathsIn(space.client)).toEqual(["/a"]);
  });

  test("files/copy_batch copies as much as possible, including shared folders, if these are allowed (B-129)", async () => {
    const { client, account } = await newPerson(service);
    await service.storage.addSharedFolder({
      owner: account,
      members: [{ account_id: account, mount_path: "/Shared" }],
    });
    await save(client, "/Shared/a");
    const shared = [{ from_path: "/Shared", to_path: "/Copy" }];
    expect(await runBatch(client, { entries: shared })).toMatchObject({
      failed: { ".tag": "cant_copy_shared_folder" },
    });
    expect(await runBatch(client, { entries: shared, allow_shared_folder: true })).toMatchObject({
      ".tag": "complete",
      entries: [{ metadata: { ".tag": "folder", path_lower: "/copy" } }],
    });
    const mixed = [
      { from_path: "/missing", to_path: "/1" },
      { from_path: "/Shared/a", to_path: "/2" },
    ];
    expect(await runBatch(client, { entries: mixed, allow_shared_folder: true })).toMatchObject({ ".tag": "failed" });
    expect(await read(client, "/2")).toBe("/Shared/a");
  });

  test("files/copy_batch chooses another name for each entry on request (B-130)", async () => {
    const { client } = await newPerson(service);
    await save(client, "/a.txt");
    await save(client, "/b.txt");
    const entries = [
      { from_path: "/a.txt", to_path: "/a.txt" },
      { from_path: "/b.txt", to_path: "/b.txt" },
    ];
    expect(await runBatch(client, { entries })).toMatchObject({ failed: { to: { conflict: { ".tag": "file" } } } });
    expect(await runBatch(client, { entries, autorename: true })).toMatchObject({
      entries: [{ metadata: { name: "a (1).txt" } }, { metadata: { name: "b (1).txt" } }],
    });
  });

  test("files/copy_batch refuses overlapping entries", async () => {
    const { client } = await newPerson(service);
    await save(client, "/a/x");
    await save(client, "/b");
    for (const [one, two] of [
      [
        ["/a", "/c"],
        ["/b", "/C"],
      ],
      [
        ["/a", "/c"],
        ["/b", "/c/d"],
      ],
      [
        ["/a", "/c"],
        ["/b", "/a/y"],
      ],
    ] as const) {
      const entries = [one, two].map(([from_path, to_path]) => ({ from_path, to_path }));
      expect(await runBatch(client, { entries })).toMatchObject({ failed: { ".tag": "duplicated_or_nested_paths" } });
    }
    expect(await pathsIn(client)).toEqual(["/a", "/a/x", "/b"]);
  });

  test("files/copy_batch reports a malformed path as an error of the job, with any characters (B-131)", async () => {
    const { client } = await newPerson(service);
    for (const from_path of ["/a\0b", "/\ud800", "/a//b"]) {
      expect(await runBatch(client, { entries: [{ from_path, to_path: "/x" }] })).toMatchObject({
        failed: { from_lookup: { ".tag": "malformed_path" } },
      });
    }
    expect(await runBatch(client, { entries: [] })).toEqual({ ".tag": "complete", entries: [] });
  });

  test("files/copy_batch counts the files and folders of all entries together (Q-24)", async () => {
    const { client, account } = await newPerson(service);
    await service.storage.addFiles({ account_id: account, path: "/half", count: 4_999 });
    await save(client, "/one");
    const entries = ["/1", "/2"].map((to_path) => ({ from_path: "/half", to_path }));
    const more = [...entries, { from_path: "/one", to_path: "/3" }];
    expect(await runBatch(client, { entries: more })).toMatchObject({ failed: { ".tag": "too_many_files" } });
    expect((await client.files.listFolder({ path: "" })).entries).toHaveLength(2);
    expect(await runBatch(client, { entries })).toMatchObject({ ".tag": "complete" });
  });

  test("files/copy_batch reveals nothing to others, nothing about other jobs, and no details of an internal failure (B-238, B-239)", async () => {
    const [one, two] = [await newPerson(service), await newPerson(service)];
    const job = jobId(await one.client.files.copyBatch({ entries: [] }));
    await waitForJob(one.client, job);
    const again = service.clientWith(await service.userToken(one.account));
    for (const [client, id] of [
      [two.client, job],
      [again, job],
      [one.client, "job:none"],
    ] as const) {
      expect(await client.files.copyBatchCheck({ async_job_id: id }).outcome()).toMatchObject({
        ok: false,
        error: { ".tag": "invalid_async_job_id" },
      });
    }
    await service.controls.setFault({ place: "job", subject: "files/copy_batch" });
    const failing = waitForJob(one.client, jobId(await one.client.files.copyBatch({ entries: [] })));
    await expect(failing).rejects.toMatchObject({ error: { ".tag": "internal_error" } });
    await service.controls.clearFaults();
  });
});
