import type { DaySeedInput, EventSeed } from "#controls/activity";
import { expect, test } from "vitest";
import { describeService, moveClock, type TestedService } from "./support/service.js";

const day = (number: number): string => `2016-12-${String(number).padStart(2, "0")}`;

type Team = Awaited<ReturnType<TestedService["team"]>>;

/** Adds days with data and what happened, which may name members by their number, to a team. */
function addDays(
  service: TestedService,
  { id, members }: Team,
  days: readonly Partial<DaySeedInput>[],
  events: readonly (Omit<EventSeed, "team_member_id"> & { readonly member?: number })[] = [],
): Promise<void> {
  return service.activity.addDays({
    team_id: id,
    days: days.map((seed) => ({ day: day(1), storage: [], ...seed })),
    events: events.map(({ member, ...event }) => ({
      ...event,
      team_member_id: member === undefined ? undefined : members[member]?.team_member_id,
    })),
  });
}

describeService("reports", (service) => {
  test("reports begin with the first date and end before the last, with a null for days without data (B-213, B-214)", async () => {
    const team = await service.team([{}]);
    const team_member_id = team.members[0]?.team_member_id ?? "";
    const storage = [{ team_member_id, shared_bytes: 2 ** 30, unshared_bytes: 5 }];
    await addDays(service, team, [
      { day: day(1), team_size: 3, storage },
      { day: day(3), team_size: 4 },
      { day: day(9) },
    ]);
    const range = { start_date: day(1), end_date: day(4) };
    expect(await team.client.team.reportsGetMembership(range)).toEqual({
      start_date: day(1),
      team_size: [3, null, 4],
      pending_invites: [0, null, 0],
      members_joined: [0, null, 0],
      suspended_members: [0, null, 0],
      licenses: [0, null, 0],
    });
    expect(await team.client.team.reportsGetStorage(range)).toEqual({
      start_date: day(1),
      total_usage: [2 ** 30 + 5, null, 0],
      shared_usage: [2 ** 30, null, 0],
      unshared_usage: [5, null, 0],
      shared_folders: [0, null, 0],
      member_storage_map: [[{ bucket: "10G", users: 1 }], [], []],
    });
    const activity = await team.client.team.reportsGetActivity(range);
    const { start_date, ...arrays } = activity;
    expect(start_date).toBe(day(1));
    expect(Object.keys(arrays)).toHaveLength(14);
    expect(Object.values(arrays)).toEqual(Array.from({ length: 14 }, () => [0, null, 0]));
  });

  test("reports count repeated edits once a day, and users and folders in windows that end with the day (B-216)", async () => {
    const team = await service.team([{}, {}]);
    await addDays(
      service,
      team,
      [day(1), day(4), day(8), day(28), day(29)].map((date) => ({ day: date })),
      [
        { day: day(1), kind: "edit", member: 0, subject: "a" },
        { day: day(1), kind: "edit", member: 0, subject: "a" },
        { day: day(1), kind: "edit", member: 1, subject: "a" },
        { day: day(1), kind: "edit", member: 0, subject: "b" },
        { day: day(1), kind: "shared_folder", member: 0, subject: "f" },
        { day: day(4), kind: "add", member: 0, subject: "c" },
        { day: day(4), kind: "link_viewed_by_team", member: 0, subject: "l" },
        { day: day(4), kind: "link_viewed_by_not_logged_in", subject: "l" },
        { day: day(4), kind: "link_viewed_by_not_logged_in", subject: "l" },
      ],
    );
    const at = async (date: number): Promise<object> =>
      team.client.team.reportsGetActivity({ start_date: day(date), end_date: day(date + 1) });
    expect(await at(1)).toMatchObject({ edits: [3], active_users_1_day: [2], active_shared_folders_1_day: [1] });
    expect(await at(4)).toMatchObject({
      adds: [1],
      edits: [0],
      active_users_1_day: [1],
      active_users_7_day: [2],
      active_users_28_day: [2],
      active_shared_folders_1_day: [0],
      active_shared_folders_7_day: [1],
      shared_links_viewed_by_team: [1],
      shared_links_viewed_by_outside_user: [0],
      shared_links_viewed_by_not_logged_in: [2],
      shared_links_viewed_total: [3],
    });
    expect(await at(8)).toMatchObject({ active_users_1_day: [0], active_users_7_day: [1], active_users_28_day: [2] });
    expect(await at(28)).toMatchObject({ active_users_28_day: [2], active_shared_folders_28_day: [1] });
    expect(await at(29)).toMatchObject({ active_users_28_day: [1], active_shared_folders_28_day: [0] });
  });

  test("reports count each device once in a window, and sum up the platforms (B-217)", async () => {
    const team = await service.team([{}]);
    const used = (date: number, platform: string, subject: string): EventSeed => ({
      day: day(date),
      kind: "device",
      platform,
      subject,
    });
    await addDays(
      service,
      team,
      [{ day: day(1) }, { day: day(2) }],
      [
        used(1, "windows", "w1"),
        used(1, "windows", "w1"),
        used(1, "other", "blackberry"),
        used(2, "windows", "w1"),
        used(2, "macos", "m1"),
      ],
    );
    const range = { start_date: day(1), end_date: day(3) };
    const { active_1_day, active_7_day } = await team.client.team.reportsGetDevices(range);
    expect(active_1_day).toEqual({
      windows: [1, 1],
      macos: [0, 1],
      linux: [0, 0],
      ios: [0, 0],
      android: [0, 0],
      other: [1, 0],
      total: [2, 2],
    });
    expect(active_7_day).toMatchObject({ windows: [1, 1], macos: [0, 1], other: [1, 1], total: [2, 3] });
  });

  test("reports count members in the smallest bucket that fits their storage (B-217)", async () => {
    const team = await service.team([{}, {}, {}]);
    const sizes = [0, 2 ** 30, 2 ** 30 + 1];
    const storage = team.members.map(({ team_member_id }, index) => ({
      team_member_id,
      unshared_bytes: sizes[index] ?? 0,
    }));
    await addDays(service, team, [{ day: day(1), storage }]);
    const { member_storage_map } = await team.client.team.reportsGetStorage();
    expect(member_storage_map.at(-1)).toEqual([
      { bucket: "1G", users: 2 },
      { bucket: "10G", users: 1 },
    ]);
  });

  test("reports cover the last 28 days with data by default, and with one date all data from or up to it (B-215, Q-48)", async () => {
    const team = await service.team();
    await addDays(service, team, [
      { day: day(1), team_size: 1 },
      { day: day(30), team_size: 2 },
    ]);
    const sizes = async (range: object): Promise<unknown> => {
      const { start_date, team_size } = await team.client.team.reportsGetMembership(range);
      return [start_date, team_size?.length, team_size?.[0], team_size?.at(-1)];
    };
    expect(await sizes({})).toEqual([day(3), 28, null, 2]);
    expect(await sizes({ end_date: day(2) })).toEqual([day(1), 1, 1, 1]);
    const yesterday = Math.floor((Date.now() - Date.parse(day(30))) / 86_400_000);
    expect(await sizes({ start_date: day(30) })).toEqual([day(30), yesterday, 2, null]);
  });

  test("reports have no date and no numbers without data (B-218, Q-50)", async () => {
    const team = await service.team();
    expect(await team.client.team.reportsGetMembership()).toEqual({
      start_date: "",
      team_size: [],
      pending_invites: [],
      members_joined: [],
      suspended_members: [],
      licenses: [],
    });
    await addDays(service, team, [{ day: day(1) }]);
    const before = { start_date: "2016-01-01", end_date: "2016-02-01" };
    expect(await team.client.team.reportsGetStorage(before)).toMatchObject({ start_date: "", member_storage_map: [] });
  });

  test("reports cannot cover a range that ends before it starts, or in the future (Q-49)", async () => {
    const team = await service.team();
    const now = Date.now();
    await moveClock(service, Date.parse("2016-12-05T12:00:00Z") - now);
    const before = (date: string): string => `The start_date must be before ${date}.`;
    for (const [range, userMessage] of [
      [{ start_date: day(2), end_date: day(2) }, before(day(2))],
      [{ start_date: day(2), end_date: day(1) }, before(day(1))],
      [{ start_date: day(5) }, before(day(5))],
      [{ start_date: "2999-01-01", end_date: "2999-01-02" }, `The end_date must be ${day(6)} at the latest.`],
    ] as const) {
      const outcome = await team.client.team.reportsGetActivity(range).outcome();
      expect(outcome).toMatchObject({ error: { ".tag": "other" }, userMessage });
    }
  });

  test("reports cover at most ten years (Q-49)", async () => {
    const team = await service.team();
    await addDays(service, team, [{ day: day(1) }]);
    for (const range of [{ start_date: "0001-01-01" }, { start_date: "2006-11-01", end_date: day(2) }]) {
      expect(await team.client.team.reportsGetStorage(range).outcome()).toMatchObject({
        error: { ".tag": "other" },
        userMessage: expect.stringMatching(/^The start_date must be \d{4}-\d\d-\d\d at the earliest\.$/) as string,
      });
    }
    const tenYears = { start_date: "2006-12-02", end_date: day(2) };
    expect((await team.client.team.reportsGetStorage(tenYears)).total_usage).toHaveLength(3653);
  });

  test("reports accept dates in the documented format only (B-022)", async () => {
    const { token } = await service.team();
    for (const start_date of ["2016-12-01T00:00:00Z", "2016-13-01", "1 Dec", "2016-02-30"]) {
      expect((await service.post("team/reports/get_activity", token, { start_date })).status).toBe(400);
    }
    expect((await service.post("team/reports/get_activity", token, { start_date: "2016-12-01" })).status).toBe(200);
  });
});
