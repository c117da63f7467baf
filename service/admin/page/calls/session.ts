import { createClient, type Client } from "cloud-storage-api";
import { retryPolicy } from "../../server/service-calls.js";
import { Problem } from "../problems/problem.js";
import { Lists } from "./lists.js";

/** The administrator who is logged in. */
interface Administrator {
  readonly name: string;
  readonly email: string;
}

/** What an administrator who is logged in can use: the API and the lists. */
export interface Session {
  readonly team: Client["team"];
  readonly lists: Lists;
  readonly administrator: Administrator | undefined;
  /** The URL of the administrator's account page at the service. */
  readonly accountUrl: string;
  /**
   * Prepares a sensitive action. Resolves to whether the administrator has logged in, or confirmed their identity, recently
   * enough: otherwise the service would refuse the action. Throws a {@link Problem} if that is unknown.
   */
  readonly prepareSensitive: () => Promise<boolean>;
}

/**
 * Returns the session of this browser; undefined if nobody is logged in. `onLost` is called when the session has ended.
 * Rejects if the server of the console does not respond or fails.
 */
export async function openSession(onLost: () => void): Promise<Session | undefined> {
  const response = await fetch("/session");
  if (response.status === 401) {
    return undefined;
  }
  if (!response.ok) {
    throw new Problem(`The server of the console answered ${response.status}.`);
  }
  const { key, administrator, accountUrl } = (await response.json()) as {
    readonly key: string;
    readonly administrator?: Administrator;
    readonly accountUrl: string;
  };
  let confirmation = "";
  const watched: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (confirmation !== "") {
      headers.set("Confirmation", confirmation);
    }
    const response = await fetch(input, { ...init, headers });
    if (response.status === 401) {
      onLost();
    }
    return response;
  };
  const { team } = createClient({ hosts: "/api", accessToken: key, fetch: watched, retry: retryPolicy });
  const prepareSensitive = async (): Promise<boolean> => {
    const headers = { Authorization: `Bearer ${key}` };
    const response = await watched("/confirmation", { method: "POST", headers }).catch(() => undefined);
    if (response?.ok === true) {
      ({ confirmation } = (await response.json()) as { readonly confirmation: string });
    } else if (response?.status !== 403) {
      throw new Problem("The service cannot be reached. Check your connection and try again.");
    }
    return response.ok;
  };
  return { team, lists: new Lists(key, watched), administrator, accountUrl, prepareSensitive };
}

/**
 * Ends the session of this browser. Returns whether the service has confirmed that its own session has ended as well. Rejects
 * with a {@link Problem} if the session of the console has not ended.
 */
export async function closeSession(): Promise<boolean> {
  const response = await fetch("/logout", { method: "POST" }).catch(() => undefined);
  if (response?.ok === true) {
    return true;
  }
  if (response?.status === 502) {
    return false; // the console has ended its session, but the service has not responded
  }
  throw new Problem("The log-out failed, and you are still logged in. Check your connection and try again.");
}
