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

/** Starts the server again when it has died, up to four times in three minutes, and says so. */
export class CrashHandler implements ErrorHandler {
  #crashes: number[] = [];

  /** Messages to a server that has died cannot be delivered. The end of the connection is reported after that. */
  error(): ErrorHandlerResult {
    return { action: ErrorAction.Continue, handled: true };
  }

  closed(): CloseHandlerResult {
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((time) => now - time < period), now];
    const mayRestart = this.#crashes.length <= limit;
    const message = mayRestart
      ? "The language server of Ashlar has died. It is started again."
      : `The language server of Ashlar has died ${this.#crashes.length} times in three minutes. It is not started again.`;
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
