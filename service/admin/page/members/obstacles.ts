import { match, type team } from "cloud-storage-api";
import type { Session } from "../calls/session.js";

/** Returns why an action is impossible for a member; undefined if it is possible. */
export type Obstacle = (member: team.TeamMemberInfo, administrator: Session["administrator"]) => string | undefined;

const isRemoved = "No longer on the team.";

export const obstacleToSuspend: Obstacle = ({ profile }, administrator) =>
  match(profile.status, {
    active: () => (profile.email === administrator?.email ? "You cannot suspend yourself." : undefined),
    invited: () => "Only active members can be suspended, and this one is invited.",
    suspended: () => "Already suspended.",
    removed: () => isRemoved,
  });

export const obstacleToRemove: Obstacle = ({ profile }, administrator) => {
  if (profile.email === administrator?.email) {
    return "You cannot remove yourself.";
  }
  return profile.status[".tag"] === "removed" ? isRemoved : undefined;
};

export const obstacleToJoin: Obstacle = ({ profile }) => (profile.status[".tag"] === "removed" ? isRemoved : undefined);
