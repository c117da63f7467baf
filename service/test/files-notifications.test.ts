import { expect, test } from "vitest";
import { save } from "./support/files.js";
import { describeService } from "./support/service.js";

describeService("notifications of changes in files", (service) => {
  test("a change of a private file names its owner, one in a shared folder all members (B-122, B-219, B-220)", async () => {
    const team = await service.team([{}, {}]);
    const members = [team.admin, ...team.members];
    const { key } = await service.controls.addApp({
      kind: "team",
      permissions: ["Team member file access"],
      redirect_uris: [],
    });
    await service.controls.issueToken({ app_key: key, owner: { ".tag": "team_id", team_id: team.id } });
    await service.storage.addSharedFolder({
      owner: team.admin.account_id,
      members: members.map(({ account_id }) => ({ account_id, mount_path: "/Shared" })),
    });
    await service.storage.setWebhook({ app_key: key, url: "http://127.0.0.1:1/" });
    const client = service.clientWith(await service.userToken(team.admin.account_id));
    await save(client, "/a");
    await client.files.copy({ from_path: "/a", to_path: "/Shared/b" });
    await client.files.copy({ from_path: "/never", to_path: "/c" }).outcome();
    const told = (ids: string[]): object => {
      const teams = { [team.id]: ids };
      return { list_folder: { teams }, delta: { teams } };
    };
    const notifications = await service.storage.listNotifications({ app_key: key });
    expect(notifications.map((body) => JSON.parse(body) as unknown)).toEqual([
      told([team.admin.team_member_id]),
      told(members.map(({ team_member_id }) => team_member_id)),
    ]);
  });
});
