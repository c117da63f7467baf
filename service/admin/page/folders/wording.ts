import { match, type team } from "cloud-storage-api";
import { folderStatuses } from "../../server/lists/labels.js";
import type { Tone } from "../components/badge.js";

interface StatusWording {
  readonly label: string;
  readonly tone: Tone;
  readonly meaning: string;
}

/** Returns the wording for the status of a team folder. */
export function folderStatus(status: team.TeamFolderStatus): StatusWording {
  return match(status, {
    active: (): StatusWording => ({ label: folderStatuses.active, tone: "good", meaning: "Members can use it." }),
    archived: (): StatusWording => ({
      label: folderStatuses.archived,
      tone: "warning",
      meaning: "Only admins see it.",
    }),
  });
}
