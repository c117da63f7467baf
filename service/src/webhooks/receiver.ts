import type { Backend } from "../backend.js";

/** The most characters of an answer that anybody is interested in. */
const longestAnswer = 1_000;

/** What a receiver has answered. */
export interface ReceiverAnswer {
  readonly isOk: boolean;
  readonly status: number;
  /** The beginning of the body. */
  readonly text: string;
}

/** Sends a request to a webhook URL. Rejects if there is no answer in time (N-10), or if the service stops. */
export async function askReceiver(
  { settings, stopping }: Backend,
  url: URL,
  request: Pick<RequestInit, "method" | "headers" | "body">,
): Promise<ReceiverAnswer> {
  const signal = AbortSignal.any([AbortSignal.timeout(settings.webhookTimeout), stopping]);
  // What was registered is where it goes: a redirect is no success.
  const response = await fetch(url, { ...request, redirect: "manual", signal });
  return { isOk: response.ok, status: response.status, text: await beginningOf(response) };
}

async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    text += read.value;
    if (text.length > longestAnswer) {
      await reader?.cancel();
      break;
    }
  }
  return text;
}
