import type { DeviceRow } from "../../server/lists/rows.js";
import type { IconName } from "../components/icon.js";
import { ago } from "../components/text.js";

interface KindWording {
  readonly label: string;
  readonly icon: IconName;
}

/** Kind of device to its label and icon. */
export const deviceKinds: Readonly<Record<DeviceRow["kind"], KindWording>> = {
  web_session: { label: "Browser", icon: "web" },
  desktop_client: { label: "Computer", icon: "devices" },
  mobile_client: { label: "Phone or tablet", icon: "phone" },
};

/** When a device was last seen, for people. */
export function deviceSeen({ updated }: DeviceRow): string {
  return updated === undefined ? "at an unknown time" : ago(Date.parse(updated));
}
