import type { Client as Controls } from "#controls";
import type { DaySeedInput, EventSeed } from "#controls/activity";

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
    const batch = days.slice(start, start + 30);
    await activity.addDays({
      team_id,
      days: batch.map((day) => createDay(day, memberIds)),
      events: batch.flatMap((day) => createEvents(day, memberIds)),
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

const minute = 60_000;
const day = 24 * 60 * minute;

const countries = ["Norway", "Germany", "Italy", "Norway", "Portugal"];
const browsers = [
  { browser: "Firefox", os: "Linux" },
  { browser: "Chrome", os: "Windows 11" },
  { browser: "Safari", os: "macOS 15" },
  { browser: "Edge", os: "Windows 11" },
] as const;
const computers = [
  { client_type: "mac", platform: "macOS 15", host_name: "macbook" },
  { client_type: "windows", platform: "Windows 11", host_name: "thinkpad" },
  { client_type: "linux", platform: "Debian 13", host_name: "workstation" },
] as const;
const phones = [
  { client_type: "iphone", device_name: "iPhone 16", os_version: "iOS 19" },
  { client_type: "android", device_name: "Pixel 9", os_version: "Android 16" },
  { client_type: "ipad", device_name: "iPad Air", os_version: "iPadOS 19" },
] as const;

/** Adds devices of members that were online recently. `name` is the given name of a member. */
export async function addDevices(
  { activity }: Controls,
  members: readonly { readonly id: string; readonly name: string }[],
): Promise<void> {
  const now = Date.now();
  for (const [index, { id: team_member_id, name }] of members.entries()) {
    // These addresses are reserved for documentation (RFC 5737).
    const place = { ip_address: `192.0.2.${index + 10}`, country: countries[index % countries.length] };
    const seen = (minutes: number): { created: string; updated: string } => ({
      created: timestamp(now - (20 + index) * day),
      updated: timestamp(now - minutes * minute),
    });
    const browser = browsers[index % browsers.length];
    await activity.addWebSession({ team_member_id, ...browser, ...place, ...seen(4 + index * 37) });
    const computer = computers[index % computers.length];
    if (computer !== undefined && index % 4 !== 3) {
      const host_name = `${name.toLowerCase()}-${computer.host_name}`;
      await activity.addDesktopClient({ team_member_id, ...computer, host_name, ...place, ...seen(50 + index * 91) });
    }
    const phone = phones[index % phones.length];
    if (phone !== undefined && index % 3 === 0) {
      await activity.addMobileClient({ team_member_id, ...phone, ...place, ...seen(15 + index * 53) });
    }
  }
}

/** The number of days with activity in a new demo. */
const firstDays = 90;

/** Returns the days from `from` to today, as `YYYY-MM-DD` in UTC. If `from` is undefined, returns the days of a new demo. */
export function daysUntilToday(from: string | undefined, now = Date.now()): string[] {
  const today = Date.parse(dayText(now));
  const start = from === undefined ? today - (firstDays - 1) * day : Date.parse(from);
  return Array.from({ length: Math.max(0, (today - start) / day + 1) }, (_, index) => dayText(start + index * day));
}

/** Returns the day after another. */
export function nextDay(date: string): string {
  return dayText(Date.parse(date) + day);
}

/** Returns a time as a timestamp of the API. */
function timestamp(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Returns whether a day is a Saturday or a Sunday. */
function isWeekend(date: string): boolean {
  return [0, 6].includes(new Date(date).getUTCDay());
}

/** Returns the number of days from 1970-01-01 to a day. */
function dayNumber(date: string): number {
  return Date.parse(date) / day;
}

function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
