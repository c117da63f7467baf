import * as team from "cloud-storage-api/team";
import type { RegisteredApp } from "../access/app.js";
import { fileAccess, memberManagement } from "../access/caller.js";

const ofPermissions: Readonly<Record<string, string>> = {
  "Team information": "See the members and groups of your team",
  [memberManagement]: "Invite, change, suspend and remove members, and manage groups",
  [fileAccess]: "See, change and delete the files of all members of your team",
};

/** Descriptions of the routes that need no permission, by the start of their path. */
const ofRoutes = [
  ["team/get_info", "See the name and the settings of your team"],
  ["team/devices/list_", "See the devices of all members"],
  ["team/devices/revoke_", "Log devices of members out, and delete the files of your team on them"],
  ["team/linked_apps/list_", "See the apps that members have connected"],
  ["team/linked_apps/revoke_", "Disconnect apps of members, and delete the folders of these apps"],
  ["team/reports/", "See the reports about your team"],
] as const;

/** The abilities of every app of a team: the routes that the specification allows without a permission. */
const always = new Set(
  Object.values(team).flatMap((value) =>
    typeof value === "object" && "attributes" in value && value.attributes["permission"] === undefined
      ? describeRoute(value.path)
      : [],
  ),
);

/** Descriptions of what an app can do once it is approved. */
export function describeAbilities({ name, kind, access, permissions }: RegisteredApp): string[] {
  if (kind === "team") {
    return [...always, ...permissions.map((permission) => ofPermissions[permission] ?? permission)];
  }
  return access === "full"
    ? ["See, change and delete all files in your storage"]
    : [`See, change and delete files in its own folder, Apps/${name}`];
}

/** Returns the same as a sentence. */
export function abilitiesSentence(app: RegisteredApp): string {
  const abilities = describeAbilities(app).map((ability) => ability.charAt(0).toLowerCase() + ability.slice(1));
  return `It can ${abilities.join("; ")}.`;
}

/** Returns the description of a route. A new route without one is described by its path, so that no route is left out. */
function describeRoute(path: string): string {
  return ofRoutes.find(([start]) => path.startsWith(start))?.[1] ?? `Call ${path}`;
}
