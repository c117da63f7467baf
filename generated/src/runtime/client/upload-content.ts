import { isReadableStream } from "./is-readable-stream.js";
import type { BlobPart, RequestBody } from "./platform-types.js";
import { browserRequestClass } from "./xml-http-request.js";

/** Content that an upload can send. A string is sent as UTF-8. */
export type UploadSource =
  Blob | ArrayBuffer | ArrayBufferView | string | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Content, or what gives it: that is called once for each attempt. */
export type UploadContent = UploadSource | (() => UploadSource | Promise<UploadSource>);

/** Content as the body of a request. */
export interface OpenContent {
  readonly body: RequestBody;
  /** Lets go of what has not been read: nobody wants it any more. */
  readonly release: () => void;
}

/** Whether content can be read again for another attempt. */
export function isRepeatable(content: UploadContent): boolean {
  return typeof content === "function" || !(isReadableStream(content) || isIterable(content));
}

/** Opens content for an attempt. */
export async function openContent(content: UploadContent): Promise<OpenContent> {
  const source = typeof content === "function" ? await content() : content;
  if (isReadableStream(source)) {
    return browserRequestClass() === undefined ? streamed(source) : collected(source);
  }
  if (isIterable(source)) {
    return typeof ReadableStream === "function" ? openContent(streamOf(source)) : openContent(await collect(source));
  }
  return { body: ownMemory(source), release: () => undefined };
}

/** No platform sends memory that others may write to in the meantime: of that, a copy is sent. */
function ownMemory(source: Blob | ArrayBuffer | ArrayBufferView | string): RequestBody {
  return ArrayBuffer.isView(source) && !(source.buffer instanceof ArrayBuffer)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : (source as RequestBody);
}

/** Browsers stream over HTTP/2 only, if at all. */
async function collected(stream: ReadableStream<Uint8Array>): Promise<OpenContent> {
  return { body: await new Response(stream).blob(), release: () => undefined };
}

/** The stream behind one of our own: platforms lock a body, and let go of it only if they come to its end. */
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

/** On some platforms streams can be iterated too, but they are bodies already. */
function isIterable(source: UploadSource): source is AsyncIterable<Uint8Array> {
  return typeof source === "object" && Symbol.asyncIterator in source && !isReadableStream(source);
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Blob> {
  const collected: BlobPart[] = [];
  for await (const piece of pieces) {
    collected.push(piece as BlobPart);
  }
  return new Blob(collected);
}

function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
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
