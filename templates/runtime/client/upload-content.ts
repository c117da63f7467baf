import { wrongKind } from "../codecs/option-values.js";
import { isReadableStream } from "./is-readable-stream.js";
import type { BlobPart, RequestBody } from "./platform-types.js";
import { browserRequestClass } from "./xml-http-request.js";

/** Content that an upload can send. A string is sent as UTF-8. */
export type UploadSource =
  Blob | ArrayBuffer | ArrayBufferView | string | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Content, or a function that returns it, which is called for each attempt. */
export type UploadContent = UploadSource | (() => UploadSource | Promise<UploadSource>);

/** Content as the body of a request. */
export interface OpenContent {
  readonly body: RequestBody;
  /** Releases the content that has not been read. */
  readonly release: () => void;
}

/** Returns whether content can be read again for another attempt. */
export function isRepeatable(content: UploadContent): boolean {
  return typeof content === "function" || !isStreamed(content);
}

/** Returns the content itself. Rejects with a TypeError, before anything is sent, for values that are not content. */
export async function openSource(content: UploadContent): Promise<UploadSource> {
  const source = typeof content === "function" ? await content() : content;
  if (
    typeof source === "string" ||
    source instanceof Blob ||
    ArrayBuffer.isView(source) ||
    // Not `instanceof`: tests that run in a realm of their own, such as Jest's, have a different class.
    Object.prototype.toString.call(source) === "[object ArrayBuffer]" ||
    isStreamed(source)
  ) {
    return source;
  }
  throw wrongKind("The content", "bytes, a string, a Blob, a stream or a function that returns one", source);
}

/** Opens content for an attempt. */
export async function openContent(content: UploadContent): Promise<OpenContent> {
  const source = await openSource(content);
  if (isReadableStream(source)) {
    return browserRequestClass() === undefined ? streamed(source) : collected(source);
  }
  if (isIterable(source)) {
    return typeof ReadableStream === "function" ? openContent(toStream(source)) : openContent(await collect(source));
  }
  return { body: ownMemory(source), release: () => undefined };
}

/** Copies shared memory, which platforms do not send because other threads may write to it. */
function ownMemory(source: Blob | ArrayBuffer | ArrayBufferView | string): RequestBody {
  return ArrayBuffer.isView(source) && !(source.buffer instanceof ArrayBuffer)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : (source as RequestBody);
}

/** Collects a stream into a Blob, because browsers stream only over HTTP/2, if at all. */
async function collected(stream: ReadableStream<Uint8Array>): Promise<OpenContent> {
  return { body: await new Response(stream).blob(), release: () => undefined };
}

/** Wraps the stream: platforms lock the body of a request and release it only at its end. */
function streamed(stream: ReadableStream<Uint8Array>): OpenContent {
  const reader = stream.getReader();
  const cancel = (reason?: unknown): Promise<void> => reader.cancel(reason);
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => pull(reader, controller), cancel });
  return { body, release: () => void cancel().catch(() => undefined) };
}

async function pull(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  controller: ReadableStreamDefaultController<Uint8Array>,
): Promise<void> {
  const { done, value } = await reader.read();
  if (done) {
    controller.close();
  } else {
    controller.enqueue(value);
  }
}

/** Returns whether content can be read only once. */
export function isStreamed(source: UploadSource): source is ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> {
  return isReadableStream(source) || isIterable(source);
}

/**
 * Returns whether content is an iterable but not a stream: some platforms have iterable streams, but these need no conversion.
 */
function isIterable(source: UploadSource): source is AsyncIterable<Uint8Array> {
  return Symbol.asyncIterator in Object(source) && !isReadableStream(source);
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Blob> {
  const collected: BlobPart[] = [];
  for await (const piece of pieces) {
    collected.push(piece as BlobPart);
  }
  return new Blob(collected);
}

function toStream(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next: IteratorResult<Uint8Array, unknown> = await iterator.next();
      if (next.done === true) {
        controller.close();
      } else {
        controller.enqueue(next.value);
      }
    },
    async cancel(reason) {
      await iterator.return?.(reason);
    },
  });
}
