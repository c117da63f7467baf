import { fileAccess, memberManagement } from "../access/permissions.js";
import type { RegisteredApp } from "./registered-app.js";

const ofPermissions: Readonly<Record<string, string>> = {
  "Team information": "See the members and groups of your team",
  [memberManagement]: "Invite, change, suspend and remove members, and manage groups",
  [fileAccess]: "See, change and delete the files of all members of your team",
};

/** Descriptions of what an app can do once it is approved. */
export function describeAbilities({ name, kind, access, permissions }: RegisteredApp): string[] {
  if (kind === "team") {
    const always = "See the name, the devices, the linked apps and the reports of your team";
    return [always, ...permissions.map((permission) => ofPermissions[permission] ?? permission)];
  }
  return access === "full"
    ? ["See, change and delete all files in your storage"]
    : [`See, change and delete files in its own folder, Apps/${name}`];
}
