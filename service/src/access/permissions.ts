/** The permission without which an app of a team cannot act for members. */
export const fileAccess = "Team member file access";

/** The permission without which an app of a team cannot change who its members are, nor its groups. */
export const memberManagement = "Team member management";
