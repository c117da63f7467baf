import type { ClientCore } from "./client-core.js";
import type { OutgoingRequest, Progress, Send } from "./client-options.js";

type Listener = (progress: Progress) => void;

/**
 * What sends a request and tells how much of its body has left. Browsers tell only an `XMLHttpRequest`, and then ask
 * another site first: cross-site uploads are told only their beginning and their end.
 */
export function sendWithProgress(core: ClientCore, listener: Listener): Send {
  const { fetch = globalThis.fetch, crossSite } = core.options;
  if (typeof XMLHttpRequest !== "function") {
    return ({ url, init }) => fetch(url, { ...init, ...countedBody(init.body, listener) });
  }
  if (core.options.fetch === undefined && crossSite !== true) {
    return (request) => sendByXmlHttpRequest(request, listener);
  }
  return async ({ url, init }) => {
    const total = sizeOf(init.body);
    listener({ loaded: 0, total });
    const response = await fetch(url, init);
    listener({ loaded: total ?? 0, total });
    return response;
  };
}

/** The body as a stream that counts what is taken from it. */
function countedBody(body: BodyInit | null | undefined, listener: Listener): RequestInit {
  const total = sizeOf(body);
  let loaded = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      controller.enqueue(chunk);
      listener({ loaded, total });
    },
  });
  const stream = body instanceof ReadableStream ? body : new Blob([body as BlobPart]).stream();
  return { body: stream.pipeThrough(counter), duplex: "half" } as RequestInit;
}

function sizeOf(body: BodyInit | null | undefined): number | undefined {
  return body instanceof ReadableStream ? undefined : new Blob([body as BlobPart]).size;
}

function sendByXmlHttpRequest({ url, init }: OutgoingRequest, listener: Listener): Promise<Response> {
  const { signal } = init;
  const request = new XMLHttpRequest();
  const sent = new Promise<Response>((resolve, reject) => {
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new TypeError("The connection failed"));
    request.onabort = () => reject(signal?.reason as Error);
  });
  request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
    listener({ loaded, total: lengthComputable ? total : undefined });
  request.open("POST", url);
  request.responseType = "arraybuffer";
  init.headers.forEach((value, name) => request.setRequestHeader(name, value));
  const abort = (): void => request.abort();
  signal?.addEventListener("abort", abort);
  request.send(init.body as XMLHttpRequestBodyInit);
  return sent.finally(() => signal?.removeEventListener("abort", abort));
}

function responseOf(request: XMLHttpRequest): Response {
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
