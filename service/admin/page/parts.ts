import type { VNode } from "preact";
import { Activity } from "./activity.js";
import { Apps } from "./apps.js";
import type { IconName } from "./components/icon.js";
import { Devices } from "./devices.js";
import { Folders } from "./folders.js";
import { GroupPage } from "./groups/group-page.js";
import { Groups } from "./groups/groups.js";
import { MemberPage } from "./members/member-page.js";
import { Members } from "./members/members.js";

interface Part {
  readonly title: string;
  /** The title on narrow screens. */
  readonly shortTitle: string;
  readonly icon: IconName;
  /** The component that shows the list of the part. */
  readonly List: () => VNode;
  /** The component that shows the detail page of an item. */
  readonly Detail?: (props: { readonly id: string }) => VNode;
}

/** The parts of the console, by the name in the URL. */
export const parts = {
  members: { title: "Members", shortTitle: "Members", icon: "members", List: Members, Detail: MemberPage },
  groups: { title: "Groups", shortTitle: "Groups", icon: "groups", List: Groups, Detail: GroupPage },
  folders: { title: "Team folders", shortTitle: "Folders", icon: "folders", List: Folders },
  devices: { title: "Devices", shortTitle: "Devices", icon: "devices", List: Devices },
  apps: { title: "Linked apps", shortTitle: "Apps", icon: "apps", List: Apps },
  activity: { title: "Activity", shortTitle: "Activity", icon: "activity", List: Activity },
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof parts;

/** Returns the part with a name; the first part if there is none. */
export function findPart(name: string): readonly [PartName, Part] {
  const part = isPart(name) ? name : "members";
  return [part, parts[part]];
}

/** Returns whether there is a part with a name. */
export function isPart(name: string): name is PartName {
  return Object.hasOwn(parts, name);
}
