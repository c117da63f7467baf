/**
 * Passes a call of the page on to the service, with the token of the team. Undefined if the service cannot be reached. Of
 * the answer the page gets the status, the body and the headers that its client reads.
 */
export async function forwardCall(
  request: Request,
  url: string,
  teamToken: string,
): Promise<{ readonly answer: Response; readonly headers: Record<string, string> } | undefined> {
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${teamToken}`,
      "Content-Type": request.headers.get("Content-Type") ?? "application/json",
    },
    body: await request.arrayBuffer(),
  }).catch(() => undefined);
  if (answer === undefined) {
    return undefined;
  }
  const headers: Record<string, string> = {
    "Content-Type": answer.headers.get("Content-Type") ?? "text/plain",
    "Cache-Control": "no-store",
  };
  const retryAfter = answer.headers.get("Retry-After");
  if (retryAfter !== null) {
    headers["Retry-After"] = retryAfter; // the client waits so long
  }
  return { answer, headers };
}
