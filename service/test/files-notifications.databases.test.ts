import { expect, test } from "vitest";
import { save } from "./support/files.js";
import { describeService, type TestedService } from "./support/service.js";

/**
 * Links a team app with a webhook for changes in files, whose URL does not respond. Returns the function that lists the
 * notifications for it.
 */
async function subscribeApp(service: TestedService, teamId: string): Promise<() => Promise<unknown[]>> {
  const { key } = await service.controls.addApp({
    kind: "team",
    permissions: ["Team member file access"],
    redirect_uris: [],
  });
  await service.controls.issueToken({ app_key: key, owner: { ".tag": "team_id", team_id: teamId } });
  await service.storage.setWebhook({ app_key: key, url: "http://127.0.0.1:1/" });
  return async () => {
    const notifications = await service.storage.listNotifications({ app_key: key });
    return notifications.map((body) => JSON.parse(body) as unknown);
  };
}

describeService("notifications of changes in files", (service) => {
  test("a notification about a private file names its owner, and one about a shared folder all its members (B-122, B-219, B-220)", async () => {
    const team = await service.team([{}, {}]);
    const members = [team.admin, ...team.members];
    await service.storage.addSharedFolder({
      owner: team.admin.account_id,
      members: members.map(({ account_id }) => ({ account_id, mount_path: "/Shared" })),
    });
    const notifications = await subscribeApp(service, team.id);
    const client = service.clientWith(await service.userToken(team.admin.account_id));
    await save(client, "/a");
    await client.files.copy({ from_path: "/a", to_path: "/Shared/b" });
    await client.files.copy({ from_path: "/never", to_path: "/c" }).outcome();
    const told = (ids: string[]): object => {
      const teams = { [team.id]: ids };
      return { list_folder: { teams }, delta: { teams } };
    };
    expect(await notifications()).toEqual([
      told([team.admin.team_member_id]),
      told(members.map(({ team_member_id }) => team_member_id)),
    ]);
  });

  test("a batch of copies is one change, of all namespaces that it has written to (B-122, B-219)", async () => {
    const team = await service.team([{}]);
    const members = [team.admin, ...team.members];
    await service.storage.addSharedFolder({
      owner: team.admin.account_id,
      members: members.map(({ account_id }) => ({ account_id, mount_path: "/Shared" })),
    });
    const client = service.clientWith(await service.userToken(team.admin.account_id));
    await save(client, "/a");
    const notifications = await subscribeApp(service, team.id);
    const copies = ["/b", "/c", "/Shared/d", "/Shared/e"].map((to_path) => ({ from_path: "/a", to_path }));
    const one = await client.files.copyBatch({ entries: copies }).waitFor();
    expect(one).toMatchObject({ ".tag": "complete" });
    const teams = { [team.id]: members.map(({ team_member_id }) => team_member_id) };
    expect(await notifications()).toEqual([{ list_folder: { teams }, delta: { teams } }]);
    await client.files.copyBatch({ entries: copies }).waitFor(); // fails, as they are there
    expect(await notifications()).toHaveLength(1);
  });

  test("changes of team folders and linked apps are only reported to calls that wait for changes (B-223)", async () => {
    const { id, client, members } = await service.team([{}]);
    const { account_id = "", team_member_id = "" } = members[0] ?? {};
    const own = service.clientWith(await service.userToken(account_id));
    const { key } = await service.controls.addApp({
      name: "Notes",
      access: "app_folder",
      permissions: [],
      redirect_uris: [],
    });
    const owner = { ".tag": "account_id", account_id } as const;
    const app = await service.controls.issueToken({ app_key: key, owner });
    await save(service.clientWith(app.access_token), "/list.txt");
    const folders = [];
    for (const name of ["At once", "In a while"]) {
      const membership = { account_id, mount_path: `/${name}` };
      folders.push((await service.storage.addTeamFolder({ team_id: id, name, members: [membership] })).namespace_id);
    }
    const [atOnce = "", inAWhile = ""] = folders;
    const notifications = await subscribeApp(service, id);
    let { cursor } = await own.files.listFolder({ path: "", recursive: true });
    for (const [change, gone] of [
      [() => client.team.teamFolderArchive({ team_folder_id: atOnce, force_async_off: true }), ["/At once"]],
      [() => client.team.teamFolderArchive({ team_folder_id: inAWhile }).waitFor(), ["/In a while"]],
      [
        () => client.team.linkedAppsRevokeLinkedApp({ app_id: key, team_member_id, keep_app_folder: false }),
        ["/Apps/Notes", "/Apps/Notes/list.txt"],
      ],
    ] as const) {
      const waiting = own.files.listFolderLongpoll({ cursor });
      await change();
      expect(await waiting).toEqual({ changes: true });
      const page = await own.files.listFolderContinue({ cursor });
      cursor = page.cursor;
      expect(page.entries).toMatchObject(gone.map((path_display) => ({ ".tag": "deleted", path_display })));
    }
    await client.team.teamFolderPermanentlyDelete({ team_folder_id: atOnce });
    await client.team.teamFolderActivate({ team_folder_id: inAWhile });
    expect(await notifications()).toEqual([]);
  });
});
