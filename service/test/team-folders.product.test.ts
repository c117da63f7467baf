import { expect, test } from "vitest";
import { catchError } from "./support/errors.js";
import { describeService, newEmail } from "./support/service.js";

describeService("team folders", (service) => {
  test("team folders are created active, with a name that is unique ignoring case (B-226, Q-51)", async () => {
    const { client } = await service.team();
    const folder = await client.team.teamFolderCreate({ name: "Field data" });
    expect(folder).toEqual({
      team_folder_id: expect.stringMatching(/^[0-9]+$/) as string,
      name: "Field data",
      status: { ".tag": "active" },
    });
    await client.team.teamFolderArchive({ team_folder_id: folder.team_folder_id, force_async_off: true });
    for (const name of ["Field data", "FIELD DATA"]) {
      expect(await client.team.teamFolderCreate({ name }).outcome()).toMatchObject({
        error: { ".tag": "folder_name_already_used" },
      });
    }
    const other = await service.team();
    expect(await other.client.team.teamFolderCreate({ name: "Field data" })).toMatchObject({ name: "Field data" });
  });

  test("team folders cannot have an empty name, a path, dots, or more than 255 bytes as their name (Q-51)", async () => {
    const { client } = await service.team();
    const { team_folder_id } = await client.team.teamFolderCreate({ name: "é".repeat(127) });
    for (const name of ["", " ", "a/b", ".", "..", "a\nb", "a\0b", "é".repeat(128)]) {
      const wrong = { error: { ".tag": "invalid_folder_name" } };
      expect(await client.team.teamFolderCreate({ name }).outcome()).toMatchObject(wrong);
      expect(await client.team.teamFolderRename({ team_folder_id, name }).outcome()).toMatchObject(wrong);
    }
  });

  test("team folders are archived, activated and deleted for good, each only from a status that allows it (B-227, B-228, B-230, B-231, B-234)", async () => {
    const { client } = await service.team();
    const { team_folder_id } = await client.team.teamFolderCreate({ name: "Atlas" });
    const isActive = { error: { ".tag": "status_error", status_error: { ".tag": "active" } } };
    const isArchived = { error: { ".tag": "status_error", status_error: { ".tag": "archived" } } };
    expect(await client.team.teamFolderActivate({ team_folder_id }).outcome()).toMatchObject(isActive);
    expect(await client.team.teamFolderPermanentlyDelete({ team_folder_id }).outcome()).toMatchObject(isActive);
    expect(await client.team.teamFolderArchive({ team_folder_id, force_async_off: true })).toEqual({
      ".tag": "complete",
      team_folder_id,
      name: "Atlas",
      status: { ".tag": "archived" },
    });
    expect(await client.team.teamFolderArchive({ team_folder_id }).outcome()).toMatchObject(isArchived);
    expect(await client.team.teamFolderActivate({ team_folder_id })).toMatchObject({ status: { ".tag": "active" } });
    await client.team.teamFolderArchive({ team_folder_id, force_async_off: true });
    await client.team.teamFolderPermanentlyDelete({ team_folder_id });
    expect(await client.team.teamFolderGetInfo({ team_folder_ids: [team_folder_id] })).toEqual([
      { ".tag": "id_not_found", id_not_found: team_folder_id },
    ]);
    expect(await client.team.teamFolderCreate({ name: "Atlas" })).toMatchObject({ name: "Atlas" });
  });

  test("team folders can be renamed while they are active, to a unique name (B-230, B-232, Q-52)", async () => {
    const { client } = await service.team();
    const { team_folder_id } = await client.team.teamFolderCreate({ name: "One" });
    await client.team.teamFolderCreate({ name: "Two" });
    const rename = (name: string): Promise<unknown> => client.team.teamFolderRename({ team_folder_id, name }).outcome();
    expect(await rename("two")).toMatchObject({ error: { ".tag": "folder_name_already_used" } });
    expect(await rename("ONE")).toMatchObject({ value: { team_folder_id, name: "ONE" } });
    await client.team.teamFolderArchive({ team_folder_id, force_async_off: true });
    expect(await rename("Three")).toMatchObject({
      error: { ".tag": "other" },
      userMessage: "An archived team folder cannot be renamed.",
    });
  });

  test("team folders stay mounted under the names that they have there when they are renamed (B-230)", async () => {
    const { id, admin, client, token } = await service.team();
    const members = [{ account_id: admin.account_id, mount_path: "/One" }];
    const { namespace_id } = await service.storage.addTeamFolder({ team_id: id, name: "One", members });
    await client.team.teamFolderRename({ team_folder_id: namespace_id, name: "Two" });
    const { files } = service.clientWith(token).with({ selectUser: admin.team_member_id });
    expect((await files.listFolder({ path: "" })).entries).toMatchObject([{ name: "One", path_display: "/One" }]);
  });

  test("team folders belong to one team: ids of other teams are refused, and other ids are unknown (B-233, Q-53)", async () => {
    const [ours, theirs] = [await service.team(), await service.team()];
    const { team_folder_id } = await theirs.client.team.teamFolderCreate({ name: "Theirs" });
    for (const [id, access_error] of [
      [team_folder_id, "no_access"],
      ["999999999999", "invalid_team_folder_id"],
      ["-_9Z:", "invalid_team_folder_id"],
      [ours.admin.namespace_id, "invalid_team_folder_id"],
    ] as const) {
      const error = { ".tag": "access_error", access_error: { ".tag": access_error } };
      const { team } = ours.client;
      expect(await team.teamFolderActivate({ team_folder_id: id }).outcome()).toMatchObject({ error });
      expect(await team.teamFolderArchive({ team_folder_id: id }).outcome()).toMatchObject({ error });
      expect(await team.teamFolderPermanentlyDelete({ team_folder_id: id }).outcome()).toMatchObject({ error });
      expect(await team.teamFolderRename({ team_folder_id: id, name: "x" }).outcome()).toMatchObject({ error });
    }
  });

  test("team folders are listed by name up to the limit, and looked up in the order of the ids (B-235, Q-54)", async () => {
    const { client } = await service.team();
    const ids = new Map<string, string>();
    for (const name of ["Cc", "aa", "Bb"]) {
      ids.set(name, (await client.team.teamFolderCreate({ name })).team_folder_id);
    }
    const { team_folders } = await client.team.teamFolderList({ limit: 2 });
    expect(team_folders.map(({ name }) => name)).toEqual(["aa", "Bb"]);
    const asked = [ids.get("Cc") ?? "", "0", ids.get("aa") ?? ""];
    expect(await client.team.teamFolderGetInfo({ team_folder_ids: asked })).toMatchObject([
      { ".tag": "team_folder_metadata", name: "Cc" },
      { ".tag": "id_not_found", id_not_found: "0" },
      { ".tag": "team_folder_metadata", name: "aa" },
    ]);
  });

  test("team folders require at least one well-formed id (B-056, B-057)", async () => {
    const { token } = await service.team();
    const info = (team_folder_ids: string[]): Promise<Response> =>
      service.post("team/team_folder/get_info", token, { team_folder_ids });
    expect((await info([])).status).toBe(400);
    expect((await info(["a/b"])).status).toBe(400);
    expect((await info(["-_9Z:"])).status).toBe(200);
  });

  test("team folders are refused to teams without improved team folders (B-236, Q-55)", async () => {
    const { client, token } = await service.team([], { has_team_folders: false });
    const error = { ".tag": "access_error", access_error: { ".tag": "no_access" } };
    expect(await client.team.teamFolderList().outcome()).toMatchObject({ error });
    expect(await client.team.teamFolderArchive({ team_folder_id: "1" }).outcome()).toMatchObject({ error });
    expect(await client.team.teamFolderCreate({ name: "x" }).outcome()).toMatchObject({
      error: { ".tag": "other" },
      userMessage: "The team does not have improved team folders.",
    });
    expect((await service.post("team/team_folder/get_info", token, { team_folder_ids: ["1"] })).status).toBe(400);
  });

  test("team folders get unique names with concurrent calls (B-264)", async () => {
    const { client } = await service.team();
    const created = await Promise.all(["Same", "same"].map((name) => client.team.teamFolderCreate({ name }).outcome()));
    expect(created.map(({ ok }) => ok).sort()).toEqual([false, true]);
    const ids: string[] = [];
    for (const name of ["a", "b"]) {
      ids.push((await client.team.teamFolderCreate({ name })).team_folder_id);
    }
    const renamed = await Promise.all(
      ids.map((team_folder_id) => client.team.teamFolderRename({ team_folder_id, name: "one" }).outcome()),
    );
    expect(renamed.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  test("team folders get unique names when one is created and one renamed at the same time (B-264)", async () => {
    const { client } = await service.team();
    const { team_folder_id } = await client.team.teamFolderCreate({ name: "first" });
    for (let round = 0; round < 10; round++) {
      const name = `round ${round}`;
      const outcomes = await Promise.all([
        client.team.teamFolderRename({ team_folder_id, name }).outcome(),
        ...[1, 2].map(() => client.team.teamFolderCreate({ name }).outcome()),
      ]);
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    }
  });

  test("team folders lose their members when they are archived, in the background unless that is forbidden (B-227 to B-229)", async () => {
    const { id, client, token, members } = await service.team([{}, {}]);
    const [{ account_id, team_member_id }] = members as [(typeof members)[0]];
    const mounted = async (name: string): Promise<string> => {
      const membership = { account_id, mount_path: `/${name}` };
      const folder = { team_id: id, name, members: [membership] };
      return (await service.storage.addTeamFolder(folder)).namespace_id;
    };
    const member = service.clientWith(token).with({ selectUser: team_member_id });
    for (const force_async_off of [false, true]) {
      const name = force_async_off ? "At once" : "In a while";
      const team_folder_id = await mounted(name);
      await member.files.createFolder({ path: `/${name}/inside` });
      const archived = await client.team.teamFolderArchive({ team_folder_id, force_async_off });
      expect(archived[".tag"]).toBe(force_async_off ? "complete" : "async_job_id");
      if (archived[".tag"] === "async_job_id") {
        expect(await client.team.teamFolderArchiveCheck(archived).waitFor()).toEqual({
          ".tag": "complete",
          team_folder_id,
          name,
          status: { ".tag": "archived" },
        });
      }
      for (const path of [`/${name}/inside`, `ns:${team_folder_id}/inside`]) {
        expect(await member.files.getMetadata({ path }).outcome()).toMatchObject({
          error: { ".tag": "path", path: { ".tag": "not_found" } },
        });
      }
    }
  });

  test("team folders in the archive are inaccessible, also for administrators, until they are activated (B-099, B-227)", async () => {
    const { id, admin, client, token } = await service.team();
    const mounted = [{ account_id: admin.account_id, mount_path: "/Atlas" }];
    const { namespace_id: folder } = await service.storage.addTeamFolder({ team_id: id, members: mounted });
    const { namespace_id: other } = await service.storage.addTeamFolder({ team_id: id, name: "Other", members: [] });
    const { files } = service.clientWith(token).with({ selectAdmin: admin.team_member_id });
    const { id: fileId, rev } = await files.upload({ path: `ns:${folder}/a` }, "a");
    await files.upload({ path: `ns:${other}/b` }, "b");
    const { cursor } = await files.listFolder({ path: `ns:${folder}` });
    const member = service.clientWith(token).with({ selectUser: admin.team_member_id });
    const { link } = await member.files.getTemporaryLink({ path: "/Atlas/a" });
    await client.team.teamFolderArchive({ team_folder_id: folder, force_async_off: true });
    const notFound = { ".tag": "not_found" };
    const noPermission = { ".tag": "no_write_permission" };
    for (const [error, expected] of [
      [await catchError(files.listFolder({ path: `ns:${folder}` })), { path: notFound }],
      [await catchError(member.files.listFolderContinue({ cursor })), { path: notFound }],
      [await catchError(files.getMetadata({ path: `ns:${folder}/a` })), { path: notFound }],
      [await catchError(files.getMetadata({ path: fileId })), { path: notFound }],
      [await catchError(files.download({ path: `rev:${rev}` })), { path: notFound }],
      [
        await catchError(files.copy({ from_path: `ns:${folder}/a`, to_path: `ns:${other}/a` })),
        { from_lookup: notFound },
      ],
      [await catchError(files.copy({ from_path: `ns:${other}/b`, to_path: `ns:${folder}/b` })), { to: noPermission }],
      [await catchError(files.createFolder({ path: `ns:${folder}/c` })), { path: noPermission }],
      [await catchError(files.upload({ path: `ns:${folder}/d` }, "d")), { reason: noPermission }],
      [await catchError(files.delete({ path: `ns:${folder}/a` })), { path_lookup: notFound }],
    ] as const) {
      expect(error).toMatchObject(expected);
    }
    expect((await fetch(link)).status).toBe(404);
    await client.team.teamFolderActivate({ team_folder_id: folder });
    await files.upload({ path: `ns:${folder}/e` }, "e");
    const { entries } = await files.listFolder({ path: `ns:${folder}` });
    expect(entries.map(({ name }) => name)).toEqual(["a", "e"]);
    expect((await fetch(link)).status).toBe(200);
  });

  test("a job on team folders reports its status: in progress, complete, or failed with the error (B-229, B-237, B-238)", async () => {
    const { id, client, members } = await service.team([{}]);
    const membership = { account_id: members[0]?.account_id ?? "", mount_path: "/Job" };
    const { namespace_id } = await service.storage.addTeamFolder({ team_id: id, name: "Job", members: [membership] });
    await service.controls.setFault({ place: "job-hold", subject: "team/team_folder/archive" });
    const jobs = [];
    for (let count = 0; count < 2; count++) {
      const launched = await client.team.teamFolderArchive({ team_folder_id: namespace_id });
      jobs.push(launched[".tag"] === "async_job_id" ? launched.async_job_id : "");
    }
    const check = (async_job_id = ""): Promise<object> =>
      client.team.teamFolderArchiveCheck({ async_job_id }).waitFor();
    expect(await client.team.teamFolderArchiveCheck({ async_job_id: jobs[0] ?? "" })).toEqual({
      ".tag": "in_progress",
    });
    await service.controls.clearFaults();
    expect(await check(jobs[0])).toMatchObject({ ".tag": "complete", status: { ".tag": "archived" } });
    expect(await check(jobs[1])).toEqual({
      ".tag": "failed",
      failed: { ".tag": "status_error", status_error: { ".tag": "archived" } },
    });
  });

  test("a job on team folders reports an internal failure of the service as such (B-238)", async () => {
    const { id, client, members } = await service.team([{}]);
    const membership = { account_id: members[0]?.account_id ?? "", mount_path: "/Job" };
    const { namespace_id } = await service.storage.addTeamFolder({ team_id: id, name: "Job", members: [membership] });
    await service.controls.setFault({ place: "job", subject: "team/team_folder/archive" });
    const outcome = client.team.teamFolderArchive({ team_folder_id: namespace_id }).waitFor();
    await expect(outcome).rejects.toMatchObject({ error: { ".tag": "internal_error" } });
    await service.controls.clearFaults();
    expect(await client.team.teamFolderGetInfo({ team_folder_ids: [namespace_id] })).toMatchObject([
      { status: { ".tag": "active" } },
    ]);
  });

  test("a job on team folders is unknown to other calls and to other apps (B-229, B-239)", async () => {
    const { id, client, members } = await service.team([{}]);
    const membership = { account_id: members[0]?.account_id ?? "", mount_path: "/Job" };
    const { namespace_id } = await service.storage.addTeamFolder({ team_id: id, name: "Job", members: [membership] });
    const person = { member_email: newEmail(), member_given_name: "Ann", member_surname: "Lee" };
    const [archive, add] = [
      await client.team.teamFolderArchive({ team_folder_id: namespace_id }),
      await client.team.membersAdd({ new_members: [person], force_async: true }),
    ].map((launched) => (launched[".tag"] === "async_job_id" ? launched.async_job_id : "")) as [string, string];
    const app = service.clientWith(await service.teamToken(id));
    for (const [asking, async_job_id] of [
      [client, "job:none"],
      [client, add],
      [app, archive],
    ] as const) {
      const outcome = await asking.team.teamFolderArchiveCheck({ async_job_id }).outcome();
      expect(outcome).toMatchObject({ error: { ".tag": "invalid_async_job_id" } });
    }
    const own = client.team.teamFolderArchiveCheck({ async_job_id: archive }).waitFor();
    expect(await own).toMatchObject({ ".tag": "complete" });
  });
});
