/** The app that makes a call. */
export interface CallingApp {
  readonly key: string;
  readonly name: string;
  readonly access: "full" | "app_folder";
  readonly permissions: readonly string[];
}

/** The properties that all callers have. */
interface AnyCaller {
  readonly app: CallingApp;
  /** The path of the called route; undefined outside of the API. */
  readonly route?: string | undefined;
}

/** A caller of user routes: a user, or a team member for whom a team app acts. */
export interface UserCaller extends AnyCaller {
  readonly kind: "user";
  readonly accountId: string;
  /** The namespace of the account's own storage. */
  readonly home: number;
  /** The member whose account this is; undefined for personal accounts. */
  readonly member: { readonly id: string; readonly teamId: string } | undefined;
  /** Whether an app acts as this member in the role of an administrator, who can access everything that the team owns. */
  readonly isAdmin: boolean;
  /** The hash of the token. */
  readonly tokenHash: string;
}

/** A team app that acts for its team. */
export interface TeamCaller extends AnyCaller {
  readonly kind: "team";
  readonly teamId: string;
  /** The account of the administrator who approved the app; undefined for tokens that test controls issued. */
  readonly approvedBy: string | undefined;
  /** The hash of the token. */
  readonly tokenHash: string;
}

/** An app that acts on its own behalf. */
export interface AppCaller extends AnyCaller {
  readonly kind: "app";
}

export type Caller = UserCaller | TeamCaller | AppCaller;

/** The permission that a team app needs to act for members. */
export const fileAccess = "Team member file access";

/** The permission that a team app needs to change the members and groups of the team. */
export const memberManagement = "Team member management";
