import { abortReason, throwIfAborted } from "../errors/abort.js";
import type { ClientState } from "./core.js";
import type { OutgoingRequest, Progress, Send } from "./options.js";
import { isReadableStream } from "./is-readable-stream.js";
import type { BlobPart, RequestBody } from "./platform-types.js";
import { browserRequestClass, type BrowserRequest } from "./xml-http-request.js";

type Listener = (progress: Progress) => void;

/**
 * Sends a request and reports the progress of its body until `ended` is aborted, which also stops reading it. Browsers
 * report progress only for `XMLHttpRequest`, and then send a preflight request: with `avoidPreflight` or a custom `fetch`
 * only the start and the end are reported. `size` is the size of a stream, if the caller knows it.
 */
export async function sendWithProgress(
  client: ClientState,
  request: OutgoingRequest,
  send: Send,
  ended: AbortSignal,
  size: number | undefined,
  onProgress: Listener,
): Promise<Response> {
  const listener: Listener = (progress) => {
    if (!ended.aborted) {
      onProgress(progress);
    }
  };
  const { body } = request.init;
  const total = isReadableStream(body) ? size : new Blob([body as BlobPart]).size;
  const Request = browserRequestClass();
  if (Request === undefined && typeof ReadableStream === "function") {
    const init = { ...request.init, body: counted(body, total, ended, listener), ...{ duplex: "half" as const } };
    return send({ ...request, init });
  }
  if (Request !== undefined && client.options().fetch === undefined && client.options().avoidPreflight !== true) {
    return sendByXmlHttpRequest(new Request(), request, listener);
  }
  listener({ loaded: 0, total });
  const response = await send(request);
  listener({ loaded: total ?? 0, total });
  return response;
}

const progressStep = 65_536;

/** Returns the body as a stream of small chunks, each of which counts as sent when the next one is requested. */
function counted(
  body: RequestBody | null | undefined,
  total: number | undefined,
  ended: AbortSignal,
  listener: Listener,
): ReadableStream<Uint8Array> {
  const stream = isReadableStream(body) ? body : new Blob([body as BlobPart]).stream();
  const reader = stream.getReader();
  ended.addEventListener("abort", () => void reader.cancel().catch(() => undefined));
  let left: Uint8Array = new Uint8Array();
  let loaded = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (loaded > 0) {
          listener({ loaded, total });
        }
        while (left.byteLength === 0) {
          const { done, value } = await reader.read();
          if (done) {
            return controller.close();
          }
          left = value;
        }
        const piece = left.subarray(0, progressStep);
        left = left.subarray(progressStep);
        loaded += piece.byteLength;
        controller.enqueue(piece);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function sendByXmlHttpRequest(
  request: BrowserRequest,
  { url, init }: OutgoingRequest,
  listener: Listener,
): Promise<Response> {
  const { signal } = init;
  throwIfAborted(signal); // it may have been aborted while a stream was collected
  const sent = new Promise<Response>((resolve, reject) => {
    request.onload = () => resolve(toResponse(request));
    request.onerror = () => reject(new TypeError("The connection failed"));
    request.onabort = () => {
      if (signal) {
        reject(abortReason(signal));
      }
    };
  });
  request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
    listener({ loaded, total: lengthComputable ? total : undefined });
  request.open("POST", url);
  request.responseType = "arraybuffer";
  init.headers.forEach((value, name) => request.setRequestHeader(name, value));
  const abort = (): void => request.abort();
  signal?.addEventListener("abort", abort);
  request.send(init.body);
  return sent.finally(() => signal?.removeEventListener("abort", abort));
}

function toResponse(request: BrowserRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) {
      headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
    }
  }
  const { status } = request;
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  return new Response(hasBody ? (request.response as ArrayBuffer) : null, { status, headers });
}
