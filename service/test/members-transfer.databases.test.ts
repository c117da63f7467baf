import type { Client } from "cloud-storage-api";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { catchError } from "./support/errors.js";
import { pathsIn } from "./support/files.js";
import { byMemberId, withEmail } from "./support/selectors.js";
import { describeService, type TestedTeam } from "./support/service.js";

describeService("members/remove with a transfer", (service) => {
  type Member = TestedTeam["admin"] | undefined;

  const addItems = async (
    member: Member,
    items: readonly (readonly [path: string, size?: number])[],
  ): Promise<void> => {
    const { files } = await createMemberClient(member);
    for (const [path, size] of items) {
      await (size === undefined ? files.createFolder({ path }) : files.upload({ path }, "x".repeat(size)));
    }
  };
  const createMemberClient = async (member: Member): Promise<Client> =>
    service.clientWith(await service.userToken(member?.account_id ?? ""));
  const paths = async (member: Member): Promise<unknown[]> => (await pathsIn(await createMemberClient(member))).sort();
  const idsIn = async (member: Member): Promise<unknown[]> => {
    const { entries } = await (await createMemberClient(member)).files.listFolder({ path: "", recursive: true });
    return entries.map((entry) => "id" in entry && entry.id);
  };

  /** Removes a member, and waits until the files are with another one, or an administrator has a mail. */
  const transfer = async ({ client, admin }: TestedTeam, member: Member, destination: Member): Promise<unknown> => {
    const job = client.team.membersRemove({
      user: byMemberId(member),
      transfer_dest_id: byMemberId(destination),
      transfer_admin_id: byMemberId(admin),
    });
    expect(await job).toMatchObject({ ".tag": "async_job_id" });
    return job.waitFor({ intervalMs: 20 });
  };

  const mailsTo = async ({ admin }: TestedTeam): Promise<unknown[]> =>
    (await service.controls.listMails({ recipient: admin.email })).map(({ kind, detail }): unknown => [
      kind,
      JSON.parse(detail),
    ]);

  test("members/remove with a transfer moves all files into a folder of another member's storage (B-196, B-198)", async () => {
    const team = await service.team([{ given_name: "Mara", surname: "Okafor" }, {}]);
    const [member, destination] = team.members;
    await addItems(member, [["/Maps"], ["/Maps/North.txt", 5], ["/Notes.txt", 7]]);
    await addItems(destination, [["/mara OKAFOR"], ["/Own.txt", 1]]);
    const before = await idsIn(member);
    expect(await transfer(team, member, destination)).toEqual({ ".tag": "complete" });
    expect(await paths(destination)).toEqual([
      "/Mara Okafor (1)",
      "/Mara Okafor (1)/Maps",
      "/Mara Okafor (1)/Maps/North.txt",
      "/Mara Okafor (1)/Notes.txt",
      "/Own.txt",
      "/mara OKAFOR",
    ]);
    expect(await idsIn(destination)).toEqual(expect.arrayContaining(before));
    expect(await mailsTo(team)).toEqual([]);
  });

  test("members/remove with a transfer moves the files of several members to one, and nothing of a member without files (B-198)", async () => {
    const team = await service.team([{ surname: "A" }, { surname: "A" }, { surname: "B" }]);
    const [first, second, empty] = team.members;
    await addItems(first, [["/a.txt", 1]]);
    await addItems(second, [["/a.txt", 1]]);
    await Promise.all([first, second, empty].map((member) => transfer(team, member, team.admin)));
    expect(await paths(team.admin)).toEqual(["/Robin A", "/Robin A (1)", "/Robin A (1)/a.txt", "/Robin A/a.txt"]);
  });

  test("members/remove with a transfer gives the folder a valid name (B-198, Q-21, Q-22)", async () => {
    const team = await service.team([
      { given_name: "😀".repeat(100) },
      { given_name: ".", surname: ". ." },
      { given_name: "Thumbs.db", surname: "." },
    ]);
    for (const member of team.members) {
      await addItems(member, [["/a.txt", 1]]);
      await transfer(team, member, team.admin);
    }
    const folders = (await paths(team.admin)).filter((path) => String(path).lastIndexOf("/") === 0);
    expect(folders).toEqual(["/Files", "/Files (1)", `/${"😀".repeat(60)}`]);
  });

  test("members/remove with a transfer makes the member unrecoverable, and frees the email (B-197)", async () => {
    const team = await service.team([{ external_id: "E-1" }]);
    const [member] = team.members;
    await transfer(team, member, team.admin);
    const user = byMemberId(member);
    expect(await catchError(team.client.team.membersRecover({ user }))).toEqual({ ".tag": "user_unrecoverable" });
    const [item] = await team.client.team.membersGetInfo({ members: [user] });
    expect(item).toMatchObject({ profile: { status: { ".tag": "removed", is_recoverable: false } } });
    const again = {
      member_email: member?.email ?? "",
      member_given_name: "Ann",
      member_surname: "Lee",
      member_external_id: "E-1",
    };
    const added = await team.client.team.membersAdd({ new_members: [again] });
    expect(added).toMatchObject({ complete: [{ ".tag": "success" }] });
  });

  test("members/remove with a transfer mails an administrator once if it is not possible, and loses nothing (B-199)", async () => {
    const team = await service.team([{}]);
    const [member] = team.members;
    await addItems(member, [["/Notes.txt", 7]]);
    await service.controls.setFault({ place: "transfer", subject: member?.email });
    expect(await transfer(team, member, team.admin)).toEqual({ ".tag": "complete" });
    expect(await mailsTo(team)).toEqual([["transfer-failed", { removed: member?.email, reason: "failed" }]]);
    expect(await catchError(team.client.team.membersRecover({ user: byMemberId(member) }))).toBeUndefined();
    expect(await paths(member)).toEqual(["/Notes.txt"]);
  });

  test("members/remove with a transfer mails an administrator once if its job fails (B-199, B-238)", async () => {
    const team = await service.team([{}]);
    const [member] = team.members;
    await addItems(member, [["/Notes.txt", 7]]);
    onTestFinished(() => service.controls.clearFaults());
    await service.controls.setFault({ place: "job", subject: "team/members/remove" });
    await expect(transfer(team, member, team.admin)).rejects.toMatchObject({ error: { ".tag": "internal_error" } });
    expect(await mailsTo(team)).toEqual([["transfer-failed", { removed: member?.email, reason: "failed" }]]);
    expect(await catchError(team.client.team.membersRecover({ user: byMemberId(member) }))).toBeUndefined();
    expect(await paths(member)).toEqual(["/Notes.txt"]);
  });

  test("members/remove with a transfer is not possible without enough space for the files (B-199)", async () => {
    const team = await service.team([{}, { quota: 10 }]);
    const [member, destination] = team.members;
    await addItems(member, [["/Notes.txt", 7]]);
    await addItems(destination, [["/Own.txt", 4]]);
    await transfer(team, member, destination);
    expect(await mailsTo(team)).toEqual([
      ["transfer-failed", { removed: member?.email, reason: "insufficient_space" }],
    ]);
    expect(await paths(destination)).toEqual(["/Own.txt"]);
  });

  test("members/remove transfers nothing to a member who was removed, and skips the transfer of a recovered one (B-199)", async () => {
    const team = await service.team([{}, {}]);
    const [member, destination] = team.members;
    await addItems(member, [["/Notes.txt", 7]]);
    await service.controls.setFault({ place: "job-hold", subject: "team/members/remove" });
    const job = team.client.team.membersRemove({
      user: byMemberId(member),
      transfer_dest_id: byMemberId(destination),
      transfer_admin_id: withEmail(team.admin.email),
    });
    const launch = await job;
    const async_job_id = launch[".tag"] === "async_job_id" ? launch.async_job_id : "";
    const poll = await team.client.team.membersRemoveJobStatusGet({ async_job_id });
    expect(poll).toEqual({ ".tag": "in_progress" });
    await team.client.team.membersRemove({ user: byMemberId(destination) });
    await service.controls.clearFaults();
    await job.waitFor({ intervalMs: 20 });
    const detail = { removed: member?.email, reason: "destination_not_in_team" };
    expect(await mailsTo(team)).toEqual([["transfer-failed", detail]]);
    await service.controls.setFault({ place: "job-hold", subject: "team/members/remove" });
    await team.client.team.membersRecover({ user: byMemberId(member) });
    const second = team.client.team.membersRemove({
      user: byMemberId(member),
      transfer_dest_id: byMemberId(team.admin),
      transfer_admin_id: byMemberId(team.admin),
    });
    await second;
    await team.client.team.membersRecover({ user: byMemberId(member) });
    await service.controls.clearFaults();
    expect(await second.waitFor({ intervalMs: 20 })).toEqual({ ".tag": "complete" });
    expect(await paths(member)).toEqual(["/Notes.txt"]);
  });

  test("members/remove with a transfer refuses uploads that are in progress when the storage is transferred (B-198, B-264)", async () => {
    const team = await service.team([{}, {}]);
    const [member, destination] = team.members;
    const client = await createMemberClient(member);
    async function* content(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(100_000);
      await setTimeout(200); // the call has been let in
      await transfer(team, member, destination);
      yield new Uint8Array(100_000);
    }
    await expect(client.files.upload({ path: "/Late.bin" }, content())).rejects.toThrow("invalid_access_token");
    expect(await paths(destination)).toEqual([]);
  });
});
