import { match, type team } from "cloud-storage-api";
import type { Tone } from "../components/badge.js";

interface StatusWording {
  readonly label: string;
  readonly tone: Tone;
  readonly meaning: string;
}

/** The wording for the status of a team folder. */
export function folderStatus(status: team.TeamFolderStatus): StatusWording {
  return match(status, {
    active: (): StatusWording => ({ label: "Active", tone: "good", meaning: "Members can use it." }),
    archived: (): StatusWording => ({ label: "Archived", tone: "warning", meaning: "Only admins see it." }),
  });
}
