/**
 * Forwards a call of the page to the service, with the team token. Returns the response with the headers that the page's client
 * reads; undefined if the service cannot be reached.
 */
export async function forwardCall(
  request: Request,
  url: string,
  teamToken: string,
): Promise<{ readonly answer: Response; readonly headers: Record<string, string> } | undefined> {
  const origin = request.headers.get("Origin");
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${teamToken}`,
      "Content-Type": request.headers.get("Content-Type") ?? "application/json",
      ...(origin !== null && { Origin: origin }),
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
    headers["Retry-After"] = retryAfter; // how long the client waits
  }
  return { answer, headers };
}
