import type { VNode } from "preact";

/**
 * The choice to delete the data on a member's devices. The API does so by default, but here it must be chosen, because
 * it cannot be undone.
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

/** Returns the value of the field. */
export function wantsWipe(data: FormData): boolean {
  return data.has("wipe");
}
