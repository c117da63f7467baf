import type { Refusal } from "./refusal.js";
import type { RouteInfo } from "../routes/route.js";
import type { Selection } from "./authentication.js";
import type { ServerRequest } from "./request.js";
import { ReceivedContent, type UploadedContent } from "./received-content.js";

/** What handlers may want to know of a request besides its argument. */
export interface HandlerRequest {
  readonly route: RouteInfo;
  /** Such as `POST`; downloads may be called with `GET` and `HEAD` too. */
  readonly method: string;
  /** The member of the team whom the caller wants to act as. */
  readonly selectUser: string | undefined;
  /** The administrator of the team whom the caller wants to act as. */
  readonly selectAdmin: string | undefined;
  /** Is aborted when the caller goes away, or the time for the call is over: nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** The value of a header. */
  header(name: string): string | undefined;
}

/** A request that a handler is at work on. What handlers seldom ask for is made when they do. */
export class RunningRequest implements HandlerRequest {
  readonly route: RouteInfo;
  readonly method: string;
  readonly selectUser: string | undefined;
  readonly selectAdmin: string | undefined;
  readonly #request: ServerRequest;
  readonly #maxUploadBytes: number;
  #abortion: AbortController | undefined;
  #abortReason: Error | undefined;
  #upload: ReceivedContent | undefined;

  constructor(route: RouteInfo, request: ServerRequest, selection: Selection, maxUploadBytes: number) {
    this.route = route;
    this.method = request.method;
    this.selectUser = selection.user;
    this.selectAdmin = selection.admin;
    this.#request = request;
    this.#maxUploadBytes = maxUploadBytes;
  }

  get signal(): AbortSignal {
    if (this.#abortion === undefined) {
      this.#abortion = new AbortController();
      if (this.#abortReason === undefined) {
        this.#request.onGone(() => this.abort(new Error("The caller has gone away")));
      } else {
        this.#abortion.abort(this.#abortReason);
      }
    }
    return this.#abortion.signal;
  }

  header(name: string): string | undefined {
    return this.#request.header(name.toLowerCase());
  }

  abort(reason: Error): void {
    this.#abortReason = reason;
    this.#abortion?.abort(reason);
  }

  /** The content of an upload. */
  get content(): UploadedContent {
    this.#upload ??= new ReceivedContent(this.#request.content(), this.#maxUploadBytes);
    return this.#upload.content;
  }

  /** What was wrong with the content, whatever the handler has made of it. */
  get contentFailure(): Refusal | undefined {
    return this.#upload?.failure;
  }

  /** The handler is done: what it has not read of the content is not kept for it. */
  end(): void {
    this.#upload?.end();
  }
}
