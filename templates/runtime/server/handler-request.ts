import type { Refusal } from "./refusal.js";
import type { RouteInfo } from "../routes/route.js";
import type { Selection } from "./authentication.js";
import type { ServerRequest } from "./request.js";
import type { ByteSource } from "./content.js";
import { ContentHash, ReceivedContent, type ContentLimits, type UploadedContent } from "./received-content.js";

/** What a handler receives about a request besides the argument. */
export interface HandlerRequest {
  readonly route: RouteInfo;
  /** The method, usually `POST`; downloads can also be called with `GET` and `HEAD`. */
  readonly method: string;
  /** The team member as whom the caller acts. */
  readonly selectUser: string | undefined;
  /** The team administrator as whom the caller acts. */
  readonly selectAdmin: string | undefined;
  /** A signal that is aborted when the caller disconnects or the handler timeout elapses. */
  readonly signal: AbortSignal;
  /** Returns the value of a header. */
  header(name: string): string | undefined;
}

/** The request of a running handler. Properties that are rarely used are created on demand. */
export class RunningRequest implements HandlerRequest {
  readonly route: RouteInfo;
  readonly method: string;
  readonly selectUser: string | undefined;
  readonly selectAdmin: string | undefined;
  readonly #request: ServerRequest;
  readonly #limits: ContentLimits;
  #abortion: AbortController | undefined;
  #abortReason: Error | undefined;
  #upload: ReceivedContent | undefined;

  constructor(route: RouteInfo, request: ServerRequest, selection: Selection, limits: ContentLimits) {
    this.route = route;
    this.method = request.method;
    this.selectUser = selection.user;
    this.selectAdmin = selection.admin;
    this.#request = request;
    this.#limits = limits;
  }

  get signal(): AbortSignal {
    if (this.#abortion === undefined) {
      this.#abortion = new AbortController();
      if (this.#abortReason === undefined) {
        this.#request.onGone(() => this.abort(new Error("The caller has disconnected")));
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
    return this.#received().content;
  }

  /** Returns a hash that is computed while the content is read. Call this before anything reads the content. */
  hashContent(): ContentHash {
    const hash = new ContentHash();
    this.#received((body) => hash.of(body));
    return hash;
  }

  #received(wrap: (body: ByteSource) => ByteSource = (body) => body): ReceivedContent {
    return (this.#upload ??= new ReceivedContent(wrap(this.#request.content()), this.#limits));
  }

  /** The error with which reading the content failed, even if the handler ignored that error. */
  get contentFailure(): Refusal | undefined {
    return this.#upload?.failure;
  }

  /** Releases the unread content after the handler has completed. */
  end(): void {
    this.#upload?.end();
  }
}
