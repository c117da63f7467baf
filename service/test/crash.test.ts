import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startProcess } from "./support/process.js";
import { startReceiver, subscribe } from "./support/receiver.js";
import { describeDatabases, freshData } from "./support/service.js";

describeDatabases("a service that is killed", (server) => {
  test("has kept what it has acknowledged, and notifies again of what was not received (N-10)", async () => {
    const folder = mkdtempSync(join(tmpdir(), "service-crash-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    const environment = { ...(await freshData(server, folder)), WEBHOOK_TIMEOUT: "2000" };

    const first = await startProcess(environment);
    const { id, members } = await first.service.team([{ status: "invited" }]);
    const [member = { team_member_id: "" }] = members;
    const receiver = await startReceiver([0]);
    await subscribe(first.service, id, ["Team member management"], receiver.url);
    await first.service.controls.acceptInvitation(member);
    const [lost] = await receiver.next(1);
    await first.kill();

    const second = await startProcess(environment);
    const [, again] = await receiver.next(2);
    expect(again?.body).toBe(lost?.body);
    const client = second.service.clientWith(await second.service.teamToken(id));
    expect((await client.team.membersList()).members.at(-1)?.profile).toMatchObject({
      team_member_id: member.team_member_id,
      status: { ".tag": "active" },
    });
  });
});
