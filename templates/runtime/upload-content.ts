/** Content that an upload can send. A string is sent as UTF-8. */
export type UploadSource =
  Blob | ArrayBuffer | ArrayBufferView | string | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Content, or what gives it: that is called once for each attempt. */
export type UploadContent = UploadSource | (() => UploadSource | Promise<UploadSource>);

/** The content as the body of a request, and whether it can be had again for another attempt. */
export function repeatableContent(content: UploadContent): {
  readonly body: () => Promise<BodyInit>;
  readonly isRepeatable: boolean;
} {
  return typeof content === "function"
    ? { body: async () => bodyOf(await content()), isRepeatable: true }
    : { body: () => bodyOf(content), isRepeatable: !(content instanceof ReadableStream || isIterable(content)) };
}

async function bodyOf(source: UploadSource): Promise<BodyInit> {
  const stream = isIterable(source) ? streamOf(source) : source;
  if (stream instanceof ReadableStream && typeof XMLHttpRequest === "function") {
    return new Response(stream).blob(); // browsers stream over HTTP/2 only, if at all
  }
  return stream as BodyInit; // TypeScript's DOM asks for views of an ArrayBuffer: shared memory, too, can be sent
}

/** Whether content comes piece by piece. Some platforms let streams be iterated, but those are bodies already. */
function isIterable(source: UploadSource): source is AsyncIterable<Uint8Array> {
  return typeof source === "object" && Symbol.asyncIterator in source && !(source instanceof ReadableStream);
}

function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) {
        controller.close();
      } else {
        controller.enqueue(value);
      }
    },
    async cancel(reason) {
      await iterator.return?.(reason);
    },
  });
}
