import type { DeviceRow } from "../../server/lists/rows.js";
import type { IconName } from "../components/icon.js";
import { ago } from "../components/text.js";

/** Kind of device to its icon. */
export const deviceIcons: Readonly<Record<DeviceRow["kind"], IconName>> = {
  web_session: "web",
  desktop_client: "devices",
  mobile_client: "phone",
};

/** Returns when a device was last seen, for people. */
export function deviceSeen({ updated }: DeviceRow): string {
  return updated === undefined ? "at an unknown time" : ago(Date.parse(updated));
}
