import { createContext, type VNode } from "preact";
import { useContext } from "preact/hooks";
import type { Notice } from "./components/toaster.js";
import type { Session } from "./calls/session.js";

/** What all parts of the console can use. */
export interface AdminConsole extends Session {
  /** Shows a message about an action, in place of the previous message. */
  readonly notify: (notice: Notice) => void;
  /** Shows a dialog; undefined closes the open dialog. */
  readonly showDialog: (dialog: VNode | undefined) => void;
  /** Reloads the current page from the service, after changes that others have made. */
  readonly reload: () => Promise<void>;
  /** Reloads the information about the team in the sidebar. */
  readonly refreshTeam: () => void;
}

export const AdminConsoleContext = createContext<AdminConsole | undefined>(undefined);

/** Returns the context of the console. Throws an Error outside of the console. */
export function useAdminConsole(): AdminConsole {
  const admin = useContext(AdminConsoleContext);
  if (admin === undefined) {
    throw new Error("useAdminConsole must be called inside the console.");
  }
  return admin;
}
