import { expect, test } from "vitest";
import type { RevokeDeviceSessionArgInput } from "cloud-storage-api/team";
import { describeOwnService, describeService, type TestedService } from "./support/service.js";

interface MemberWithDevices {
  readonly team: Awaited<ReturnType<TestedService["team"]>>;
  readonly member: string;
  readonly web: string;
  readonly desktop: string;
  readonly mobile: string;
}

/** A team with a member who has a session of each kind. */
async function addMemberWithDevices(service: TestedService): Promise<MemberWithDevices> {
  const team = await service.team([{}]);
  const member = team.members[0]?.team_member_id ?? "";
  const { activity } = service;
  const { session_id: web } = await activity.addWebSession({
    team_member_id: member,
    created: "2016-11-01T10:00:00Z",
    ip_address: "192.0.2.1",
  });
  const { session_id: desktop } = await activity.addDesktopClient({ team_member_id: member });
  const { session_id: mobile } = await activity.addMobileClient({ team_member_id: member, client_type: "blackberry" });
  return { team, member, web, desktop, mobile };
}

describeService("devices", (service) => {
  test("devices/list_member_devices lists the requested kinds only (B-134)", async () => {
    const { team, member, web, desktop, mobile } = await addMemberWithDevices(service);
    const list = (wanted: object): Promise<object> =>
      team.client.team.devicesListMemberDevices({ team_member_id: member, ...wanted });
    const all = await list({});
    expect(all).toEqual({
      active_web_sessions: [
        {
          session_id: web,
          user_agent: "Mozilla/5.0",
          os: "Linux",
          browser: "Firefox",
          created: "2016-11-01T10:00:00Z",
          ip_address: "192.0.2.1",
        },
      ],
      desktop_client_sessions: [
        {
          session_id: desktop,
          host_name: "desk",
          client_type: { ".tag": "linux" },
          client_version: "1.0",
          platform: "Linux 6",
          is_delete_on_unlink_supported: true,
        },
      ],
      mobile_client_sessions: [{ session_id: mobile, device_name: "phone", client_type: { ".tag": "blackberry" } }],
    });
    for (const [flag, field] of [
      ["include_web_sessions", "active_web_sessions"],
      ["include_desktop_clients", "desktop_client_sessions"],
      ["include_mobile_clients", "mobile_client_sessions"],
    ] as const) {
      expect(await list({ [flag]: false })).toEqual({ ...all, [field]: undefined });
    }
  });

  test("devices/list_member_devices fails for users who are not on the team (B-135)", async () => {
    const [ours, theirs] = [await service.team(), await addMemberWithDevices(service)];
    for (const team_member_id of ["tmid:nobody", theirs.member]) {
      expect(await ours.client.team.devicesListMemberDevices({ team_member_id }).outcome()).toMatchObject({
        error: { ".tag": "member_not_found" },
      });
      const session = { ".tag": "web_session", session_id: theirs.web, team_member_id } as const;
      expect(await ours.client.team.devicesRevokeDeviceSession(session).outcome()).toMatchObject({
        error: { ".tag": "member_not_found" },
      });
    }
  });

  test("devices/revoke_device_session refuses strings that cannot be stored, with status 400", async () => {
    const { token } = await service.team();
    for (const [session_id, reason] of [
      ["\0", "U+0000"],
      ["\ud800", "lone surrogate"],
    ]) {
      const arg = { ".tag": "web_session", session_id, team_member_id: session_id };
      const response = await service.post("team/devices/revoke_device_session", token, arg);
      const text = await response.text();
      expect([response.status, text]).toEqual([400, expect.stringContaining(reason ?? "")]);
      expect(text).toMatch(/^Error in call to API function "team\/devices\/revoke_device_session": /);
    }
    const person = { member_email: "a@example.com", member_given_name: "A\ud800", member_surname: "\\ud800 \\\\ud800" };
    const half = await service.post("team/members/add", token, { new_members: [person], force_async: true });
    expect(half.status).toBe(400);
    const whole = { ...person, member_given_name: "\u{1f600}" };
    const added = await service.post("team/members/add", token, { new_members: [whole], force_async: true });
    expect(added.status).toBe(200);
  });

  test("devices/revoke_device_session ends sessions of each kind once, only by the matching variant and member (B-139, B-140)", async () => {
    const { team, member, web, desktop, mobile } = await addMemberWithDevices(service);
    const revoke = (arg: RevokeDeviceSessionArgInput): Promise<unknown> =>
      team.client.team.devicesRevokeDeviceSession(arg).outcome();
    const notFound = { ok: false, error: { ".tag": "device_session_not_found" } };
    const sessions = { web_session: web, desktop_client: desktop, mobile_client: mobile } as const;
    for (const [tag, session_id] of Object.entries(sessions) as [keyof typeof sessions, string][]) {
      for (const wrong of Object.keys(sessions) as (keyof typeof sessions)[]) {
        if (wrong !== tag) {
          expect(await revoke({ ".tag": wrong, session_id, team_member_id: member })).toMatchObject(notFound);
        }
      }
      const ofAdmin = { ".tag": tag, session_id, team_member_id: team.admin.team_member_id };
      expect(await revoke(ofAdmin)).toMatchObject(notFound);
      expect(await revoke({ ".tag": tag, session_id, team_member_id: member })).toMatchObject({ ok: true });
      expect(await revoke({ ".tag": tag, session_id, team_member_id: member })).toMatchObject(notFound);
    }
    expect(await team.client.team.devicesListMemberDevices({ team_member_id: member })).toEqual({
      active_web_sessions: [],
      desktop_client_sessions: [],
      mobile_client_sessions: [],
    });
  });

  test("devices/revoke_device_session makes a desktop client delete its data if that is requested and supported (B-141)", async () => {
    const { team, member, desktop } = await addMemberWithDevices(service);
    const { session_id: unable } = await service.activity.addDesktopClient({
      team_member_id: member,
      is_delete_on_unlink_supported: false,
    });
    const { session_id: kept } = await service.activity.addDesktopClient({ team_member_id: member });
    for (const [session_id, delete_on_unlink, is_to_be_wiped] of [
      [desktop, true, true],
      [unable, true, false],
      [kept, false, false],
    ] as const) {
      await team.client.team.devicesRevokeDeviceSession({
        ".tag": "desktop_client",
        session_id,
        team_member_id: member,
        delete_on_unlink,
      });
      expect(await service.activity.getSession({ session_id })).toEqual({ is_revoked: true, is_to_be_wiped });
    }
  });

  test("devices/revoke_device_session_batch returns the result for each session, in order (B-142)", async () => {
    const { team, member, web, mobile } = await addMemberWithDevices(service);
    const status = await team.client.team.devicesRevokeDeviceSessionBatch({
      revoke_devices: [
        { ".tag": "web_session", session_id: web, team_member_id: member },
        { ".tag": "web_session", session_id: "sid:none", team_member_id: member },
        { ".tag": "mobile_client", session_id: mobile, team_member_id: "tmid:nobody" },
        { ".tag": "mobile_client", session_id: mobile, team_member_id: member },
      ],
    });
    expect(status.revoke_devices_status).toEqual([
      { success: true },
      { success: false, error_type: { ".tag": "device_session_not_found" } },
      { success: false, error_type: { ".tag": "member_not_found" } },
      { success: true },
    ]);
  });
});

describeOwnService(
  "lists of devices, of two members a page",
  (service) => {
    test("lists of devices return each member with devices once, by both routes (B-136, B-137, Q-26)", async () => {
      const team = await service.team([{}, {}, {}, {}, {}]);
      const withDevices = team.members.slice(0, 5).map(({ team_member_id }) => team_member_id);
      for (const team_member_id of withDevices) {
        await service.activity.addWebSession({ team_member_id });
        await service.activity.addMobileClient({ team_member_id });
      }
      for (const route of ["devicesListMembersDevices", "devicesListTeamDevices"] as const) {
        const pages = [];
        for await (const page of team.client.team[route]().pages()) {
          pages.push(page);
        }
        expect(pages.map(({ has_more }) => has_more)).toEqual([true, true, false]);
        expect(pages.map((page) => page.devices.length)).toEqual([2, 2, 1]);
        const devices = pages.flatMap((page) => page.devices);
        expect(devices.map(({ team_member_id }) => team_member_id)).toEqual(withDevices);
        for (const { web_sessions, desktop_clients, mobile_clients } of devices) {
          expect([web_sessions?.length, desktop_clients?.length, mobile_clients?.length]).toEqual([1, 0, 1]);
        }
      }
    });

    test("lists of devices must be restarted after an invalid cursor, and start with an empty one (B-138, B-259, Q-27)", async () => {
      const [ours, theirs] = [await service.team([{}, {}, {}]), await service.team([{}, {}, {}])];
      for (const { team_member_id } of [...ours.members, ...theirs.members]) {
        await service.activity.addWebSession({ team_member_id });
      }
      const first = await theirs.client.team.devicesListTeamDevices();
      for (const cursor of ["x", first.cursor]) {
        expect(await ours.client.team.devicesListTeamDevices({ cursor }).outcome()).toMatchObject({
          error: { ".tag": "reset" },
        });
      }
      // Each cursor is encrypted anew.
      const { cursor, ...again } = await theirs.client.team.devicesListTeamDevices({ cursor: "" });
      expect({ ...again, cursor: first.cursor }).toEqual(first);
      expect(cursor).not.toBe(first.cursor);
    });
  },
  { MEMBERS_PER_PAGE: "2" },
);
