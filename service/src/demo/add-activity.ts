import type { Client as Controls } from "#controls";
import type { DaySeedInput, EventSeed } from "#controls/activity";
import { dayNumber, daysUntilToday, isWeekend } from "./days.js";

const platforms = ["windows", "macos", "linux", "ios", "android"] as const;

/**
 * Adds the activity and the storage of the team from the day `from` to today. The data is deterministic, so all demos look
 * alike.
 */
export async function addActivity(
  { activity }: Controls,
  team_id: string,
  memberIds: readonly string[],
  from: string | undefined,
): Promise<void> {
  const days = daysUntilToday(from);
  // There are several calls, because one call for many days would block the database for too long.
  for (let start = 0; start < days.length; start += 30) {
    const some = days.slice(start, start + 30);
    await activity.addDays({
      team_id,
      days: some.map((day) => createDay(day, memberIds)),
      events: some.flatMap((day) => createEvents(day, memberIds)),
    });
  }
}

/** Returns the state of the team at the end of a day. The team and its storage grow slowly. */
function createDay(day: string, memberIds: readonly string[]): DaySeedInput {
  const age = dayNumber(daysUntilToday(undefined).at(-1) ?? day) - dayNumber(day);
  return {
    day,
    team_size: Math.max(8, memberIds.length - Math.floor(age / 6)),
    licenses: 40,
    pending_invites: 2,
    shared_folders: 4,
    storage: memberIds.map((team_member_id, member) => ({
      team_member_id,
      shared_bytes: 2 ** 26 * (6 + (member % 5)),
      unshared_bytes: Math.round(2 ** 24 * (20 + member) * Math.max(0.3, 1 - age / 130)),
    })),
  };
}

/** Returns the events of a day. Most members work on weekdays, few on weekends. */
function createEvents(day: string, memberIds: readonly string[]): EventSeed[] {
  const number = dayNumber(day);
  return memberIds.flatMap((team_member_id, member) => {
    const chance = (number * 7 + member * 13) % 20;
    const isAtWork = isWeekend(day) ? chance === 0 : chance > 2;
    if (!isAtWork) {
      return [];
    }
    const files = 1 + ((number * 5 + member * 3) % 7);
    const platform = platforms[member % platforms.length];
    return [
      { day, kind: "device", team_member_id, subject: `device-${member}`, ...(platform && { platform }) },
      ...Array.from({ length: files }, (_, file) => ({
        day,
        kind: file === 0 && (number + member) % 2 === 0 ? "add" : "edit",
        team_member_id,
        subject: `${number}-${member}-${file}`,
      })),
    ];
  });
}
