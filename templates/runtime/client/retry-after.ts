/**
 * Returns the number of seconds to wait before a retry: from the `Retry-After` header, which has seconds or a date, or from
 * `retry_after` in the JSON of the body. Undefined if both are missing or invalid.
 */
export function retryAfter(headers: Headers, json: unknown): number | undefined {
  const text = headers.get("Retry-After")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) {
    return Number(text);
  }
  const until = text.endsWith("GMT") ? Date.parse(text) : NaN;
  if (!Number.isNaN(until)) {
    // Relative to the service's own clock, if it sends a date, because the local clock may be incorrect.
    const now = Date.parse(headers.get("Date") ?? "");
    return Math.max(0, Math.ceil((until - (Number.isNaN(now) ? Date.now() : now)) / 1000));
  }
  const body = json as RateLimitBody | null | undefined;
  return secondsIn(body) ?? secondsIn(body?.error);
}

interface RateLimitBody {
  readonly retry_after?: unknown;
  readonly error?: RateLimitBody | null;
}

function secondsIn(body: RateLimitBody | null | undefined): number | undefined {
  const seconds = body?.retry_after;
  return typeof seconds === "number" && seconds >= 0 ? seconds : undefined;
}
