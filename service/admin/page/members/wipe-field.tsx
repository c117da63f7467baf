import type { VNode } from "preact";

/** Asks whether the data on the devices of a member are to be deleted, as the API does unless it is told not to. */
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

/** What the field says. */
export function wantsWipe(data: FormData): boolean {
  return data.has("wipe");
}
