/** The permission that a team app needs to act for members. */
export const fileAccess = "Team member file access";

/** The permission that a team app needs to change the members and groups of the team. */
export const memberManagement = "Team member management";
