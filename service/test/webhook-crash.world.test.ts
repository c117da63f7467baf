import { expect, test } from "vitest";
import { emptyFolder, startProcess } from "./support/process.js";
import { startReceiver, subscribe } from "./support/receiver.js";
import { describeDatabases, freshData, testedService } from "./support/service.js";

describeDatabases("a service that is killed", (server) => {
  test("a service that is killed keeps acknowledged data, and retries notifications that were not received (N-10)", async () => {
    const environment = { ...(await freshData(server, emptyFolder())), WEBHOOK_TIMEOUT: "2000" };
    const process = startProcess(environment);
    const url = await process.url;
    const first = testedService(() => url);
    const { id, members } = await first.team([{ status: "invited" }]);
    const [member = { team_member_id: "" }] = members;
    const receiver = await startReceiver([0]);
    await subscribe(first, id, ["Team member management"], receiver.url);
    await first.controls.acceptInvitation({ team_member_id: member.team_member_id });
    const [lost] = await receiver.next(1);
    await process.end("SIGKILL");

    const nextUrl = await startProcess(environment).url;
    const second = testedService(() => nextUrl);
    const [, again] = await receiver.next(2);
    expect(again?.body).toBe(lost?.body);
    const client = second.clientWith(await second.teamToken(id));
    expect((await client.team.membersList()).members.at(-1)?.profile).toMatchObject({
      team_member_id: member.team_member_id,
      status: { ".tag": "active" },
    });
  });
});
