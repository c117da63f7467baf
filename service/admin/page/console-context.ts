import { createContext, type VNode } from "preact";
import { useContext } from "preact/hooks";
import type { Notice } from "./components/toaster.js";
import type { Session } from "./calls/session.js";

/** The context of all parts of the console. */
export interface AdminConsole extends Session {
  /** Shows a message about an action, in place of the previous message. */
  readonly notify: (notice: Notice) => void;
  /** Shows a dialog; undefined closes the one that is shown. */
  readonly showDialog: (dialog: VNode | undefined) => void;
  /** Reloads the place in the URL from the service, after changes by others. */
  readonly reload: () => Promise<void>;
  /** Reloads the information about the team in the sidebar. */
  readonly refreshTeam: () => void;
}

export const AdminConsoleContext = createContext<AdminConsole | undefined>(undefined);

/** Returns the context of the console. Throws outside the console. */
export function useAdminConsole(): AdminConsole {
  const admin = useContext(AdminConsoleContext);
  if (admin === undefined) {
    throw new Error("useAdminConsole must be called inside the console.");
  }
  return admin;
}
