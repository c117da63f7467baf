import { createContext, type VNode } from "preact";
import { useContext } from "preact/hooks";
import type { Notice } from "./components/toaster.js";
import type { Session } from "./calls/session.js";

/** What every part of the console works with. */
export interface Console extends Session {
  /** Shows a message about an action, in place of the last one. */
  readonly notify: (notice: Notice) => void;
  /** Shows a dialog; undefined closes the one that is shown. */
  readonly showDialog: (dialog: VNode | undefined) => void;
  /** Loads again what the frame of the console shows about the team. */
  readonly refreshTeam: () => void;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

/** What the console offers to its parts. */
export function useConsole(): Console {
  const console = useContext(ConsoleContext);
  if (console === undefined) {
    throw new Error("useConsole must be called inside the console.");
  }
  return console;
}
