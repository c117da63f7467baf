import { element } from "../../../../templates/site/element.js";
import type { FromFrame, FromWorker, ToFrame, ToWorker } from "./messages.js";

/** The listeners for events of a running worker. */
export interface SandboxEvents {
  readonly onMessage: (message: FromWorker) => void;
  /** Called when the worker has failed, or was stopped. */
  readonly onError: (text: string) => void;
}

/** Runs scripts, one at a time, in a worker that can access neither the page nor the network. */
export class Sandbox {
  readonly #frame: HTMLIFrameElement;
  readonly #ready: Promise<void>;
  #events: SandboxEvents | undefined;
  /** The id of the current worker. Messages from earlier workers are ignored. */
  #id = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The frame is added to `parent`. It ends when `parent` is removed from the page. */
  constructor(parent: Element) {
    this.#frame = element("iframe", { attributes: { sandbox: "allow-scripts", hidden: "", title: "Sandbox" } });
    this.#ready = new Promise((ready) => {
      addEventListener("message", ({ data, source }: MessageEvent<FromFrame>) => {
        if (source !== this.#frame.contentWindow) {
          return;
        }
        if (data.kind === "ready") {
          ready();
        } else if (data.id === this.#id && data.kind === "message") {
          this.#events?.onMessage(data.message as FromWorker);
        } else if (data.id === this.#id && data.kind === "error") {
          this.#fail(data.text);
        }
      });
    });
    this.#frame.src = "sandbox.html";
    parent.append(this.#frame);
  }

  /** Starts a script, which replaces the previous one. The script is stopped after `limit` milliseconds, if there is a limit. */
  async start(script: string, events: SandboxEvents, limit?: number): Promise<void> {
    this.stop();
    const id = ++this.#id;
    await this.#ready;
    if (id !== this.#id) {
      return;
    }
    this.#events = events;
    this.#send({ kind: "start", id, script });
    if (limit !== undefined) {
      this.#timer = setTimeout(() => this.#fail(`The program was stopped after ${limit / 1000} seconds.`), limit);
    }
  }

  post(message: ToWorker): void {
    this.#send({ kind: "post", message });
  }

  stop(): void {
    clearTimeout(this.#timer);
    if (this.#events !== undefined) {
      this.#events = undefined;
      this.#send({ kind: "stop" });
    }
  }

  #fail(text: string): void {
    const events = this.#events;
    this.stop();
    events?.onError(text);
  }

  #send(message: ToFrame): void {
    this.#frame.contentWindow?.postMessage(message, "*");
  }
}
