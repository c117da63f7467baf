import * as vscode from "vscode";
import { DidChangeConfigurationNotification, State, type BaseLanguageClient } from "vscode-languageclient";

/** The language server: starts, restarts and stops it, and shows its state in the language status of Stone files. */
export class RunningServer implements vscode.Disposable {
  readonly #create: () => BaseLanguageClient | Promise<BaseLanguageClient>;
  readonly #status = vscode.languages.createLanguageStatusItem("ashlar.server", { language: "stone" });
  #client: BaseLanguageClient | undefined;
  #wasRunning = false;
  /** Starts and stops one after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(create: () => BaseLanguageClient | Promise<BaseLanguageClient>) {
    this.#create = create;
    this.#status.name = "Ashlar";
    this.#status.command = { command: "ashlar.showLog", title: "Show Log" };
    this.#show("Starting", vscode.LanguageStatusSeverity.Information);
  }

  /** The client while the server runs. */
  get client(): BaseLanguageClient | undefined {
    return this.#client?.state === State.Running ? this.#client : undefined;
  }

  /** Resolves when the server answers. If it does not start, that is shown. */
  start(): Promise<void> {
    return this.#enqueue(async () => {
      this.#wasRunning = false;
      const client = await this.#create();
      this.#client = client;
      client.onDidChangeState(({ newState }) => {
        this.#stateChanged(newState);
      });
      try {
        await client.start();
      } catch {
        // The client shows why.
      }
    });
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  stop(): Promise<void> {
    return this.#enqueue(async () => {
      const client = this.#client;
      this.#client = undefined;
      try {
        await client?.dispose();
      } catch {
        // A server that does not answer any more is ended all the same.
      }
    });
  }

  /** Makes the server read the settings again. */
  async settingsChanged(): Promise<void> {
    await this.client?.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
  }

  async dispose(): Promise<void> {
    await this.stop();
    this.#status.dispose();
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(task);
    return this.#last;
  }

  #stateChanged(state: State): void {
    switch (state) {
      case State.Starting:
        this.#show(this.#wasRunning ? "Restarting" : "Starting", vscode.LanguageStatusSeverity.Information);
        break;
      case State.Running: {
        const version = this.#client?.initializeResult?.serverInfo?.version;
        this.#show(version === undefined ? "Running" : `Running ${version}`, vscode.LanguageStatusSeverity.Information);
        this.#wasRunning = true;
        break;
      }
      case State.StartFailed:
        this.#show("Not running", vscode.LanguageStatusSeverity.Error);
        break;
      case State.Stopped:
        this.#show("Stopped", vscode.LanguageStatusSeverity.Error);
        break;
    }
  }

  #show(text: string, severity: vscode.LanguageStatusSeverity): void {
    this.#status.text = text;
    this.#status.severity = severity;
    this.#status.busy = text.endsWith("ing") && text !== "Running";
  }
}
