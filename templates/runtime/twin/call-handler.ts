import { errorPath } from "../routes/error-summary.js";
import { badRequest, isRefusal, isRouteFailure, notImplemented, Refusal, routeError } from "../server/refusal.js";
import { textReply } from "../server/reply.js";
import type { DownloadReply, ServedContent } from "../server/served-content.js";
import type { HandlerReply, ServerRoute, UploadRequest } from "../server/server-route.js";
import { BadArgument, errorAt, PathError, type ExampleResponder } from "./example-responder.js";
import { bytesBefore, bytesInMemory, type ContentHashes } from "./contents.js";
import { routeKey, type AnyRoute, type Members, type TwinNamespaceData, type TwinRouteData } from "./data.js";
import { directivesHeader, readDirectives } from "./directives.js";
import type { Exchange } from "./exchange.js";
import { delay, PathRefusal, statusRefusal } from "./faults.js";
import { TwinError, type Outcome } from "./outcome.js";
import type { Override } from "./options.js";
import type { ModelResult, ModelFacts, ModelKeeper } from "./model-keeper.js";
import type { TwinClock } from "./clock.js";
import type { Plans } from "./plans.js";
import type { StateChanges } from "./state-changes.js";
import { hashBytes, seededBytes, type SeededRandom } from "./seeded.js";
import { joinChunks } from "../text/bytes.js";

/** The state that all calls of a Twin share. */
export interface TwinState {
  readonly plans: Plans;
  readonly overrides: ReadonlyMap<string, Override<unknown, unknown>>;
  readonly responder: ExampleResponder;
  readonly model: ModelKeeper | undefined;
  readonly modelFacts: () => Promise<ModelFacts>;
  readonly clock: TwinClock;
  readonly changes: StateChanges;
  /** Mistakes in the test that calls have revealed. */
  readonly failures: TwinError[];
  readonly permissions: readonly string[];
  readonly isStrict: boolean;
  readonly hashes: ContentHashes;
  readonly latencyMs: number | readonly [from: number, to: number];
  readonly random: () => SeededRandom;
  readonly requestId: () => string;
}

/** The duration of a long poll whose argument has no timeout. */
const defaultPollSeconds = 30;

/** Handles a call whose argument has been accepted, by plans, overrides or the Twin's data. */
export class TwinCallHandler {
  readonly #state: TwinState;
  readonly #served: ServerRoute;
  readonly #route: AnyRoute;
  readonly #key: string;
  readonly #data: TwinNamespaceData;
  readonly #exchange: Exchange;
  readonly #request: UploadRequest;
  readonly #arg: unknown;
  /** The argument as it was received, before decoding. */
  readonly #json: unknown;

  constructor(
    state: TwinState,
    served: ServerRoute,
    data: TwinNamespaceData,
    exchange: Exchange,
    request: UploadRequest,
    arg: unknown,
    json: unknown,
  ) {
    this.#state = state;
    this.#served = served;
    // Generated packages list whole routes, including the codecs, although the server's type of routes does not declare these.
    this.#route = served.route as AnyRoute;
    this.#key = routeKey(served.route);
    this.#data = data;
    this.#exchange = exchange;
    this.#request = request;
    this.#arg = arg;
    this.#json = json;
  }

  /** Returns the reply. Rejects with errors that servers handle, and with a {@link TwinError} for a mistake in the test. */
  async reply(): Promise<HandlerReply> {
    try {
      const outcome = this.#directed() ?? this.#state.plans.take(this.#key, this.#arg, this.#json);
      await this.#pause(outcome);
      if (outcome !== undefined) {
        this.#exchange.disconnect = outcome.disconnect;
        this.#exchange.truncate = outcome.truncate;
        this.#refuse(outcome);
      }
      return await this.#answer(outcome);
    } catch (thrown) {
      throw this.#refusalFor(thrown);
    }
  }

  /** Returns the directives of the request; undefined if it has none. Throws a `Refusal` for invalid ones. */
  #directed(): Outcome | undefined {
    const header = this.#request.header(directivesHeader);
    const outcome = header === undefined ? undefined : readDirectives(header);
    if (outcome !== undefined) {
      try {
        this.#state.plans.check(this.#key, outcome);
      } catch (thrown) {
        throw badRequest(thrown instanceof Error ? thrown.message : String(thrown));
      }
    }
    return outcome;
  }

  async #pause(outcome: Outcome | undefined): Promise<void> {
    const wanted = outcome?.delayMs ?? this.#state.latencyMs;
    const [from, to]: readonly [number, number] = typeof wanted === "number" ? [wanted, wanted] : wanted;
    const milliseconds = from === to ? from : from + Math.floor(this.#state.random().next() * (to - from));
    await delay(milliseconds, this.#request.signal);
  }

  /** Throws the error of an outcome that replaces the usual answer. */
  #refuse(outcome: Outcome): void {
    const { status, error, payload, message, reset = false, disconnect } = outcome;
    if (status !== undefined) {
      throw statusRefusal(status, outcome, this.#state.requestId);
    }
    if (payload !== undefined) {
      throw routeError(this.#route, payload as never, message);
    }
    if (error !== undefined) {
      throw new PathRefusal(this.#errorAt(error), message);
    }
    const { pages } = this.#routeData;
    if (reset && pages?.takesCursor === true && pages.stale !== undefined) {
      throw new PathError(pages.stale);
    }
    if (reset || disconnect === "before") {
      this.#exchange.disconnect = "before";
      throw new Refusal("disconnected", textReply(503, "")); // never sent
    }
  }

  async #answer(outcome: Outcome | undefined): Promise<HandlerReply> {
    const { overrides, permissions, isStrict, model } = this.#state;
    const override = overrides.get(this.#key);
    const isModelled = model?.has(this.#key, this.#routeData) === true;
    if (override === undefined && outcome === undefined && !isModelled && isStrict) {
      throw notImplemented();
    }
    const isDownload = this.#served.style === "download";
    const { call } = this.#exchange;
    let content: ServedContent | undefined;
    const next = async (): Promise<unknown> => {
      const answer = await this.#known(outcome ?? {});
      content = answer.content;
      return this.#route.decodeResult(answer.json, { permissions });
    };
    const given = override === undefined ? await next() : await this.#overridden(override, next);
    const isReply = isDownload && isDownloadReply(given);
    const served = isReply ? given : content;
    const result: unknown = isReply ? given.result : given;
    const encoded = this.#route.encodeResult(result as never, { permissions });
    const json = isReply ? await this.#withHash(encoded, given) : encoded;
    call.result = result;
    call.contentLength ??= isDownload ? served?.size : undefined;
    return { json, download: isDownload ? { content: "", ...served, result } : undefined };
  }

  /** Returns the result of an override with the hash of its content. */
  async #withHash(json: unknown, reply: ServedContent): Promise<unknown> {
    const bytes = await bytesInMemory(reply);
    return this.#state.hashes.describe(this.#key, json, bytes, bytes?.byteLength ?? 0);
  }

  /**
   * Returns the result of an override. Rejects with a {@link TwinError} if it throws an error that is not meant for the
   * caller.
   */
  async #overridden(override: Override<unknown, unknown>, next: () => Promise<unknown>): Promise<unknown> {
    try {
      return await override(this.#arg, next, this.#request);
    } catch (thrown) {
      if (isForCaller(thrown)) {
        throw thrown;
      }
      const problem = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
      throw new TwinError(`The override of ${this.#route.name} threw ${problem}`, { cause: thrown });
    }
  }

  /** Returns the result from the model or from examples, and the content of a download. */
  async #known(wanted: Outcome): Promise<{ json: unknown; content: ServedContent | undefined }> {
    const { responder, model, hashes } = this.#state;
    const { style } = this.#served;
    const { example, failed } = wanted;
    const { session } = this.#routeData;
    const isModelled = example === undefined && failed === undefined && model?.has(this.#key, this.#routeData) === true;
    const uploaded = style === "upload" ? await readBytes(this.#request.content) : undefined;
    this.#exchange.call.contentLength = uploaded?.byteLength;
    if (uploaded !== undefined) {
      await hashes.check(this.#route, this.#data, this.#routeData, this.#arg, uploaded);
    }
    const known = isModelled ? await this.#modelled(model, uploaded) : undefined;
    const { json, size } =
      known === undefined
        ? responder.answer(this.#route, this.#routeData, this.#arg, this.#json, wanted, this.#data)
        : { json: known.json, size: responder.sizeOf(this.#routeData, known.json) };
    if (uploaded !== undefined) {
      // Without a model, earlier chunks are not stored, so their size is taken from the argument.
      const before = session === undefined || known !== undefined ? 0 : bytesBefore(session, this.#json);
      const whole = known?.content?.byteLength ?? Math.min(before + uploaded.byteLength, Number.MAX_SAFE_INTEGER);
      const hash = before === 0 ? await hashes.member(known?.content ?? uploaded) : {};
      return { json: responder.describe(this.#routeData, json, { size: whole, ...hash }), content: undefined };
    }
    if (style !== "download") {
      const changes = this.#routeData.isLongPoll === true ? await this.#hasChanged() : undefined;
      return { json: changes === undefined ? json : { ...(json as object), changes }, content: undefined };
    }
    if (known?.content !== undefined) {
      const etag = hashBytes(known.content).toString(16);
      const described = await hashes.describe(this.#key, json, known.content, known.content.byteLength);
      return { json: described, content: { content: known.content, etag } };
    }
    const seed = responder.contentSeed(this.#route, this.#json);
    const described = await hashes.describe(this.#key, json, seededBytes(size, seed), size);
    return { json: described, content: { content: seededBytes(size, seed), size, etag: (seed >>> 0).toString(16) } };
  }

  /**
   * Waits until the list of a cursor has changed, or until the long poll ends according to the Twin's clock. Returns whether
   * the list has changed; undefined if the cursor does not belong to a model's list.
   */
  async #hasChanged(): Promise<boolean | undefined> {
    const { responder, clock, changes } = this.#state;
    const { signal } = this.#request;
    const { cursor, timeout = defaultPollSeconds } = this.#arg as {
      readonly cursor?: unknown;
      readonly timeout?: number;
    };
    const end = clock.now().getTime() + timeout * 1000;
    let changed = responder.hasChanged(cursor);
    while (changed === false && clock.now().getTime() < end && !signal.aborted) {
      await changes.next(signal);
      changed = responder.hasChanged(cursor);
    }
    return changed;
  }

  async #modelled(model: ModelKeeper, uploaded: Uint8Array | undefined): Promise<ModelResult> {
    const { responder, clock, modelFacts } = this.#state;
    // Encoded, so that equal tags have the same form.
    const arg = this.#route.encodeArg(this.#arg as never, { permissions: this.#state.permissions });
    const facts = await modelFacts();
    const { session, result, latestOf } = this.#routeData;
    const route = { key: latestOf ?? this.#key, path: this.#route.path };
    const whole = (bytes: Uint8Array | undefined): ModelResult => model.answer(route, arg, bytes, clock.now(), facts);
    const answer =
      session === undefined || uploaded === undefined
        ? whole(uploaded)
        : model.upload(session, arg, uploaded, result, whole);
    if (answer.items === undefined) {
      return answer;
    }
    const { items, removed } = answer;
    const list = { now: () => whole(undefined).items ?? [], removed };
    const json =
      latestOf === undefined
        ? responder.page(this.#route, this.#routeData, this.#json, answer.json, items, list)
        : responder.latest(this.#data.routes[latestOf], result, items, list);
    return { ...answer, json };
  }

  /** Converts an error to one that handlers may throw. Errors that are not meant for the caller become mistakes in the test. */
  #refusalFor(thrown: unknown): unknown {
    const { call } = this.#exchange;
    if (thrown instanceof BadArgument) {
      return badRequest(thrown.message);
    }
    const reason = thrown instanceof PathError ? new PathRefusal(this.#errorAt(thrown.path, thrown.members)) : thrown;
    if (reason instanceof PathRefusal) {
      call.errorPath = reason.errorPath;
    }
    if (!isRouteFailure(reason)) {
      return isRefusal(reason) ? reason : this.#fail(reason);
    }
    try {
      const { permissions } = this.#state;
      call.errorPath = errorPath(this.#served.encodeError(reason.error, { strict: true, permissions }));
      return reason;
    } catch (problem) {
      return this.#fail(problem);
    }
  }

  #fail(thrown: unknown): TwinError {
    const problem = thrown instanceof Error ? thrown.message : String(thrown);
    const failure =
      thrown instanceof TwinError
        ? thrown
        : new TwinError(`The answer to ${this.#route.name} is wrong: ${problem}`, { cause: thrown });
    this.#exchange.failure = failure;
    this.#state.failures.push(failure);
    return failure;
  }

  get #routeData(): TwinRouteData {
    return this.#data.routes[this.#key] ?? {};
  }

  #errorAt(path: string, members?: Members): unknown {
    return errorAt(this.#data, this.#routeData, path, members);
  }
}

/** Returns whether an error thrown by an override is for the caller: an error of the route or of the server, or from `next`. */
function isForCaller(thrown: unknown): boolean {
  return (
    isRouteFailure(thrown) ||
    isRefusal(thrown) ||
    [BadArgument, PathError, PathRefusal].some((kind) => thrown instanceof kind)
  );
}

async function readBytes(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) {
    pieces.push(piece.slice());
  }
  return joinChunks(pieces);
}

function isDownloadReply(given: unknown): given is DownloadReply<unknown> {
  return typeof given === "object" && given !== null && "result" in given && "content" in given;
}
