import { expect, test } from "vitest";
import { newPerson, pathsIn, read, save } from "./support/files.js";
import { describeOwnService, moveClock } from "./support/service.js";

describeOwnService("sweeping", (service) => {
  test("an item that was moved out of a folder survives the permanent deletion of the folder", async () => {
    const { client, admin, id } = await service.team();
    const own = service.clientWith(await service.userToken(admin.account_id));
    const { namespace_id } = await service.storage.addTeamFolder({
      team_id: id,
      members: [{ account_id: admin.account_id, mount_path: "/Team" }],
    });
    await save(own, "/Team/a", "an old text of a file that was moved");
    await save(own, "/Team/a", "the text of a file that was moved", "overwrite");
    await save(own, "/Team/b", "the text of a file that stays");
    await own.files.move({ from_path: "/Team/a", to_path: "/a" });
    await client.team.teamFolderArchive({ team_folder_id: namespace_id, force_async_off: true });
    await client.team.teamFolderPermanentlyDelete({ team_folder_id: namespace_id });
    expect((await service.storage.sweepContents()).count).toBe(1);
    expect(await read(own, "/a")).toBe("the text of a file that was moved");
    const [, old] = (await own.files.listRevisions({ path: "/a" })).entries;
    expect(await read(own, `rev:${old?.rev ?? ""}`)).toBe("an old text of a file that was moved");
    expect(await service.storage.findInconsistencies()).toEqual([]);
  });

  test("only unneeded contents are swept", async () => {
    const { client } = await newPerson(service);
    await save(client, "/kept", "a text that somebody needs");
    await save(client, "/old", "an old revision");
    await save(client, "/old", "a new revision", "overwrite");
    const { session_id } = await client.files.uploadSessionStart({}, "a piece that is waiting");
    expect((await service.storage.sweepContents()).count).toBe(0);
    const other = await client.files.uploadSessionStart({}, "a piece that is not needed");
    await moveClock(service, 8 * 24 * 60 * 60 * 1000);
    const third = await client.files.uploadSessionStart({}, "a piece that is waiting");
    expect((await service.storage.sweepContents()).count).toBe(1);
    expect(await read(client, "/kept")).toBe("a text that somebody needs");
    const [, revision] = (await client.files.listRevisions({ path: "/old" })).entries;
    expect(await read(client, `rev:${revision?.rev ?? ""}`)).toBe("an old revision");
    const finish = (id: string): Promise<{ ok: boolean }> => {
      const arg = { cursor: { session_id: id, offset: 23 }, commit: { path: "/x" } };
      return client.files.uploadSessionFinish(arg, "").outcome();
    };
    expect((await finish(session_id)).ok).toBe(false);
    expect((await finish(other.session_id)).ok).toBe(false);
    expect((await finish(third.session_id)).ok).toBe(true);
    await moveClock(service, 0);
    expect(await pathsIn(client)).toEqual(["/kept", "/old", "/x"]);
  });
});
