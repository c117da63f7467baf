import type { VNode } from "preact";

/**
 * The choice to delete the data on the devices of a member. It is the default of the API, but what cannot be undone must be
 * chosen here.
 */
export function WipeField(): VNode {
  return (
    <label class="check">
      <input type="checkbox" name="wipe" />
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
