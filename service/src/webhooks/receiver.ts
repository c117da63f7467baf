import type { Backend } from "../backend.js";
import { timeLimit } from "../background/time-limit.js";

/**
 * Sends a request to a webhook URL; gives what is read of the answer, the rest of which is thrown away. Rejects if there is
 * none in time (N-10), or if the service stops.
 */
export async function askReceiver<Answer>(
  { settings, stopping }: Backend,
  url: URL,
  request: Pick<RequestInit, "method" | "headers" | "body">,
  read: (answer: Response) => Answer | Promise<Answer>,
): Promise<Answer> {
  const limit = timeLimit(stopping, settings.webhookTimeout);
  try {
    // What was registered is where it goes: a redirect is no success.
    return await read(await fetch(url, { ...request, redirect: "manual", signal: limit.signal }));
  } finally {
    limit.abort();
  }
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
