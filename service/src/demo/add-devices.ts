import type { Client as Controls } from "#controls";
import { timestamp } from "./days.js";

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
