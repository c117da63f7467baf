import type { VNode } from "preact";

/** The choice to delete the data on the devices of a member, which is the default of the API. */
export function WipeField(): VNode {
  return (
    <label class="check">
      <input type="checkbox" name="wipe" defaultChecked />
      <span>
        Delete the team’s files from their devices
        <small>This happens when a device is next online.</small>
      </span>
    </label>
  );
}

/** The value of the field. */
export function wantsWipe(data: FormData): boolean {
  return data.has("wipe");
}
