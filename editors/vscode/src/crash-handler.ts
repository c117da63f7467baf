import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  type CloseHandlerResult,
  type ErrorHandler,
  type ErrorHandlerResult,
} from "vscode-languageclient";

const limit = 4;

/** In milliseconds. */
const period = 3 * 60_000;

/** Restarts the server after a crash, up to four times in three minutes, and says so. */
export class CrashHandler implements ErrorHandler {
  #crashes: number[] = [];

  /** Messages to a server that has crashed cannot be delivered. The end of the connection is reported after that. */
  error(): ErrorHandlerResult {
    return { action: ErrorAction.Continue, handled: true };
  }

  closed(): CloseHandlerResult {
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((time) => now - time < period), now];
    const mayRestart = this.#crashes.length <= limit;
    const message = mayRestart
      ? "The Ashlar language server crashed and is being restarted."
      : `The Ashlar language server crashed ${this.#crashes.length} times in three minutes and is not restarted.`;
    void showWithLog(message);
    return { action: mayRestart ? CloseAction.Restart : CloseAction.DoNotRestart, message, handled: true };
  }
}

async function showWithLog(message: string): Promise<void> {
  const show = "Show Log";
  if ((await vscode.window.showWarningMessage(message, show)) === show) {
    await vscode.commands.executeCommand("ashlar.showLog");
  }
}
