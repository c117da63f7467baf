/**
 * The number of seconds to wait before a retry: from the `Retry-After` header, which has seconds or a date, or from
 * `retry_after` in the JSON of the body. Undefined if both are missing or invalid.
 */
export function retryAfter(headers: Headers, json: unknown): number | undefined {
  const text = headers.get("Retry-After")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) {
    return Number(text);
  }
  const until = text.endsWith("GMT") ? Date.parse(text) : NaN;
  if (!Number.isNaN(until)) {
    // Relative to the service's own clock, if it sends a date: the local clock may be wrong.
    const now = Date.parse(headers.get("Date") ?? "");
    return Math.max(0, Math.ceil((until - (Number.isNaN(now) ? Date.now() : now)) / 1000));
  }
  return secondsIn(json) ?? secondsIn(member(json, "error"));
}

function secondsIn(json: unknown): number | undefined {
  const seconds = member(json, "retry_after");
  return typeof seconds === "number" && seconds >= 0 ? seconds : undefined;
}

function member(json: unknown, name: string): unknown {
  return typeof json === "object" && json !== null ? (json as Readonly<Record<string, unknown>>)[name] : undefined;
}
