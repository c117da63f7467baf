import type { Backend } from "../backend.js";
import { timeLimit } from "../background/time-limit.js";

/** Sends a request to a webhook URL. Rejects if there is no answer in time (N-10), or if the service stops. */
export function askReceiver(
  { settings, stopping }: Backend,
  url: URL,
  request: Pick<RequestInit, "method" | "headers" | "body">,
): Promise<Response> {
  const { signal } = timeLimit(stopping, settings.webhookTimeout);
  // What was registered is where it goes: a redirect is no success.
  return fetch(url, { ...request, redirect: "manual", signal });
}

/** The text of an answer, as far as anybody is interested in it. */
export async function beginningOf({ body }: Response, length: number): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let read = await reader?.read(); read?.done === false && text.length <= length; read = await reader?.read()) {
    text += read.value;
  }
  await reader?.cancel();
  return text.slice(0, length);
}
