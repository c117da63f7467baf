import { abortReason, abortWith, throwIfAborted } from "../errors/abort.js";
import type { AnyErrorTags } from "../routes/error-summary.js";
import { isCount } from "./byte-range.js";
import { clientState, operationOptions, timeLimits, type ClientCore } from "./core.js";
import { isApiError, TimeoutError } from "./errors.js";
import { onAbort, unlessAborted } from "./signals.js";
import { checkSendingOptions, type CallOptions, type Progress, type SharedOption } from "./options.js";
import {
  openPieces,
  pieceSize,
  receiveContent,
  type Piece,
  type Pieces,
  type ReadingLimits,
  type UploadContent,
} from "./upload-content.js";
import type { UploadOptions } from "./upload.js";

/** The options of an upload in pieces; `retry` and `timeoutMs` apply to each request. */
export interface UploadSessionOptions extends Omit<CallOptions<AnyErrorTags>, "idempotent" | "idempotencyKey"> {
  /** The size of the pieces in bytes, 8 MiB by default. Some services require a multiple of a size such as 4 MiB. */
  readonly pieceSize?: number | undefined;
  /** The number of pieces that are sent concurrently, if the service allows it; 4 by default. */
  readonly parallel?: number | undefined;
  /** Called with the number of bytes sent so far. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** The size of a stream in bytes, which progress reports as `total`: `(await stat(path)).size` for a file in Node. */
  readonly size?: number | undefined;
  /** Called with the state of the upload after its start and after each piece. */
  readonly onState?: ((state: UploadState) => void) | undefined;
  /**
   * The last state of an interrupted upload of the same content: the upload resumes from it. If the service no longer knows
   * the session, drop the state and start again.
   */
  readonly state?: UploadState | undefined;
}

/** The state of an upload: plain data that can be stored as JSON. */
export interface UploadState {
  readonly sessionId: string;
  readonly pieceSize: number;
  readonly isConcurrent: boolean;
  /** All bytes before this position have been uploaded. */
  readonly offset: number;
  /** The positions of later pieces that have been uploaded. */
  readonly laterPieces: readonly number[];
}

/** The requests of an upload session, already bound to the caller's argument. */
export interface UploadSteps<Started, Result> {
  /** The client of the requests. `timeoutMs.idleMs` applies to reading the content only if it is present. */
  readonly core?: ClientCore | undefined;
  /** Whether the service accepts the pieces of a session concurrently. */
  readonly allowsConcurrency: boolean;
  /** The field of a route error that contains the number of bytes received by the service; undefined if there is none. */
  readonly correctOffset: string | undefined;
  /** Starts a session. */
  readonly start: (options: UploadOptions, isConcurrent: boolean) => Promise<Started>;
  /** The id of a session that has been started. */
  readonly sessionId: (started: Started) => string;
  /** Appends a piece. `close` is true for the last piece of a concurrent session. */
  readonly append: (
    sessionId: string,
    offset: number,
    piece: Piece,
    options: UploadOptions,
    close: boolean,
  ) => Promise<unknown>;
  /**
   * Validates the caller's part of the argument of `finish` without sending a request, and rejects as `finish` would.
   * Undefined if there is nothing to validate.
   */
  readonly checkFinish?: ((options: UploadOptions) => Promise<void>) | undefined;
  /** Finishes a session after `offset` bytes were uploaded. */
  readonly finish: (sessionId: string, offset: number, options: UploadOptions) => Promise<Result>;
}

const sessionOptions = {
  signal: "an AbortSignal object",
  pieceSize: "a positive number",
  parallel: "a positive number",
  onProgress: "a function",
  size: "a number",
  onState: "a function",
  state: "an object",
} satisfies Record<Exclude<keyof UploadSessionOptions, SharedOption>, string>;

const defaultPieceSize = 8_388_608;

/**
 * Uploads content of any size in pieces. Failed pieces are retried. If the service reports another number of received bytes,
 * a sequential upload continues at that position. Rejects with the errors of the requests; the upload can be resumed from
 * a stored state.
 */
export async function uploadInPieces<Started, Result>(
  steps: UploadSteps<Started, Result>,
  content: UploadContent,
  options: UploadSessionOptions = {},
): Promise<Result> {
  receiveContent(content);
  checkSendingOptions(options, sessionOptions);
  checkState(options.state);
  const size = options.state?.pieceSize ?? options.pieceSize ?? defaultPieceSize;
  if (!isCount(size)) {
    throw new TypeError(`pieceSize must be an integer, not ${size}`);
  }
  const { signal } = options;
  // Aborted when the upload is over, or with the error that ends it.
  const over = new AbortController();
  const release = signal && onAbort(signal, () => abortWith(over, abortReason(signal)));
  try {
    // Checked now, so that an invalid argument of the last request is not found after hours of uploading.
    await unlessAborted(Promise.resolve(steps.checkFinish?.(requestOptions(options, false))), over.signal);
    const pieces = await unlessAborted(
      openPieces(content, readingLimits(steps.core, options, over.signal)),
      over.signal,
    );
    return await new UploadSession(steps, pieces, size, options, over).run();
  } finally {
    release?.();
    over.abort();
  }
}

function readingLimits(
  core: ClientCore | undefined,
  { timeoutMs }: UploadSessionOptions,
  ended: AbortSignal,
): ReadingLimits {
  const idleMs = core && timeLimits(core[clientState], { timeoutMs }).idleMs;
  return {
    ended,
    idleMs,
    expired: (milliseconds) => new TimeoutError("uploadSession", milliseconds, "no content"),
  };
}

/** Throws a TypeError for an invalid state, because a stored state may be corrupt. */
function checkState(state: UploadState | undefined): void {
  const isState =
    state === undefined ||
    (typeof state.sessionId === "string" &&
      isCount(state.pieceSize) &&
      state.pieceSize > 0 &&
      typeof state.isConcurrent === "boolean" &&
      isCount(state.offset) &&
      Array.isArray(state.laterPieces) &&
      state.laterPieces.every(isCount));
  if (!isState) {
    throw new TypeError("state must be a value that onState was called with");
  }
}

class UploadSession<Started, Result> {
  readonly #steps: UploadSteps<Started, Result>;
  readonly #pieces: Pieces;
  readonly #pieceSize: number;
  readonly #options: UploadSessionOptions;
  readonly #over: AbortController;
  readonly #operation: UploadOptions = operationOptions("uploadSession", {});
  /** The number of bytes that `onProgress` was last called with. */
  #reported: number | undefined;
  /** The number of bytes sent of each piece in progress, by position. */
  readonly #sending = new Map<number, number>();
  #state: UploadState;

  constructor(
    steps: UploadSteps<Started, Result>,
    pieces: Pieces,
    pieceSize: number,
    options: UploadSessionOptions,
    over: AbortController,
  ) {
    this.#steps = steps;
    this.#pieces = pieces;
    this.#pieceSize = pieceSize;
    this.#options = options;
    this.#over = over;
    const isSingle = pieces.size !== undefined && pieces.size <= pieceSize;
    const isConcurrent = steps.allowsConcurrency && !isSingle && this.#parallel > 1;
    this.#state = options.state ?? { sessionId: "", pieceSize, isConcurrent, offset: 0, laterPieces: [] };
  }

  async run(): Promise<Result> {
    if (this.#options.state === undefined) {
      // Starting a session twice because the first response was lost is harmless.
      const started = await this.#steps.start(this.#request(true), this.#state.isConcurrent);
      this.#update({ sessionId: this.#steps.sessionId(started) });
    }
    const refusal = await (this.#state.isConcurrent ? this.#sendConcurrently() : this.#sendInOrder());
    try {
      return await this.#steps.finish(this.#state.sessionId, this.#state.offset, this.#request(false));
    } catch (thrown) {
      throw refusal ?? thrown;
    }
  }

  async #sendInOrder(): Promise<void> {
    let corrections = 0;
    for (;;) {
      const { offset } = this.#state;
      const piece = await this.#read(offset);
      if (pieceSize(piece) === 0) {
        return;
      }
      try {
        await this.#append(offset, piece, false);
        corrections = 0;
        this.#update({ offset: offset + pieceSize(piece) });
      } catch (thrown) {
        // The response to an earlier attempt may have been lost after the service had received the piece.
        const correct = this.#correctOffset(thrown);
        if (correct === undefined || correct === offset || ++corrections > 3) {
          throw thrown;
        }
        this.#update({ offset: correct });
      }
    }
  }

  /**
   * Sends all pieces but the last concurrently, then the last one, which closes the session. Returns the route error if
   * the service rejects the last piece: the session may still be complete, if only a response was lost.
   */
  async #sendConcurrently(): Promise<unknown> {
    const running = new Set<Promise<void>>();
    try {
      let position = this.#state.offset;
      let piece = await this.#read(position);
      if (pieceSize(piece) === 0 && position > 0) {
        return undefined; // the interrupted upload only has to be finished
      }
      for (;;) {
        const next = position + pieceSize(piece);
        const following = await this.#read(next);
        if (pieceSize(following) === 0) {
          await Promise.all(running);
          return await this.#sendLastPiece(position, piece);
        }
        if (!this.#state.laterPieces.includes(position)) {
          const sending = this.#sendPiece(position, piece, false).finally(() => running.delete(sending));
          running.add(sending);
          sending.catch((thrown: unknown) => abortWith(this.#over, thrown));
          if (running.size >= this.#parallel) {
            await Promise.race(running);
          }
        }
        throwIfAborted(this.#over.signal);
        [position, piece] = [next, following];
      }
    } finally {
      await Promise.allSettled(running);
    }
  }

  async #sendLastPiece(position: number, piece: Piece): Promise<unknown> {
    try {
      await this.#sendPiece(position, piece, true);
      return undefined;
    } catch (thrown) {
      if (!isApiError(thrown) || thrown.name !== "RouteError") {
        throw thrown;
      }
      this.#complete(position, position + pieceSize(piece));
      return thrown;
    }
  }

  async #sendPiece(position: number, piece: Piece, close: boolean): Promise<void> {
    const end = position + pieceSize(piece);
    try {
      await this.#append(position, piece, close);
    } catch (thrown) {
      const correct = this.#correctOffset(thrown);
      if (correct === undefined || correct < end) {
        throw thrown;
      }
    }
    this.#complete(position, end);
  }

  /** Records that the piece from `position` to `end` has been uploaded. */
  #complete(position: number, end: number): void {
    const later = new Set([...this.#state.laterPieces, position]);
    let { offset } = this.#state;
    while (later.delete(offset)) {
      offset = offset === position ? end : offset + this.#pieceSize;
    }
    this.#update({ offset, laterPieces: [...later] });
  }

  async #append(offset: number, piece: Piece, close: boolean): Promise<void> {
    let isOver = false;
    const onProgress = ({ loaded }: Progress): void => {
      // The platform may go on reading the body of a failed attempt for a while.
      if (!isOver) {
        this.#sending.set(offset, loaded);
        this.#report();
      }
    };
    const options = {
      ...this.#request(this.#steps.correctOffset !== undefined),
      ...(this.#options.onProgress && { onProgress }),
    };
    try {
      await this.#steps.append(this.#state.sessionId, offset, piece, options, close);
    } finally {
      isOver = true;
      this.#sending.delete(offset);
    }
  }

  async #read(position: number): Promise<Piece> {
    const piece = await unlessAborted(this.#pieces.read(position, this.#pieceSize), this.#over.signal);
    if (piece === undefined) {
      throw new TypeError(
        `The upload cannot continue at byte ${position}: this content is shorter, or is a stream that is already past it. Pass the same content, from its beginning`,
      );
    }
    return piece;
  }

  #request(idempotent: boolean): UploadOptions {
    return { ...requestOptions(this.#options, idempotent), ...this.#operation, signal: this.#over.signal };
  }

  get #parallel(): number {
    return this.#options.parallel ?? 4;
  }

  #update(change: Partial<UploadState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.onState?.(this.#state);
    this.#report();
  }

  #report(): void {
    const { offset, laterPieces } = this.#state;
    const sending = [...this.#sending.values()].reduce((sum, loaded) => sum + loaded, 0);
    const loaded = offset + laterPieces.length * this.#pieceSize + sending;
    // The end of a piece is reported when it is sent, and again when the service has it.
    if (loaded !== this.#reported) {
      this.#reported = loaded;
      this.#options.onProgress?.({ loaded, total: this.#pieces.size ?? this.#options.size });
    }
  }

  /** The number of bytes that the service has received, according to the error; undefined for other errors. */
  #correctOffset(thrown: unknown): number | undefined {
    const { correctOffset } = this.#steps;
    return correctOffset !== undefined && isApiError(thrown) && thrown.name === "RouteError"
      ? findNumber(thrown.error, correctOffset, 0)
      : undefined;
  }
}

/** The options of one of the requests. Errors that `retry` lists and a route does not have are never thrown. */
function requestOptions(
  { signal, headers, retry, timeoutMs, validate, verifyContent }: UploadSessionOptions,
  idempotent: boolean,
): UploadOptions {
  const options: UploadOptions<AnyErrorTags> = { signal, headers, retry, timeoutMs, validate, verifyContent };
  return { ...(options as UploadOptions), ...(idempotent && { idempotent }) };
}

/** How many nested values of an error are searched for the number of bytes. */
const maxErrorDepth = 4;

function findNumber(value: unknown, field: string, depth: number): number | undefined {
  if (typeof value !== "object" || value === null || depth > maxErrorDepth) {
    return undefined;
  }
  const members = new Map<string, unknown>(Object.entries(value));
  const found = members.get(field);
  if (typeof found === "number" || typeof found === "bigint") {
    return Number(found);
  }
  return findNumber(members.get(String(members.get(".tag"))), field, depth + 1);
}
