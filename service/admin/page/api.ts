import { createClient, isApiError, type Client } from "cloud-storage-api";

/** A client that calls through the server of the page; undefined if nobody is logged in. */
export async function connect(): Promise<Client | undefined> {
  const response = await fetch("/session");
  if (!response.ok) {
    return undefined;
  }
  const { key } = (await response.json()) as { key: string };
  return createClient({ hosts: "/api", accessToken: key });
}

/** What is to be told of a failure. */
export function textOf(thrown: unknown): string {
  if (isApiError(thrown) && thrown.name === "RouteError") {
    return thrown.userMessage ?? `That is not possible: ${thrown.message}`;
  }
  return thrown instanceof Error ? thrown.message : String(thrown);
}
