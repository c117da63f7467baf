import { createClient, type Client } from "cloud-storage-api";
import { Lists } from "./lists.js";

/** Who is logged in, as far as the service says. */
export interface Administrator {
  readonly name: string;
  readonly email: string;
}

/** What an administrator who is logged in works with. */
export interface Session {
  readonly team: Client["team"];
  readonly lists: Lists;
  readonly administrator: Administrator | undefined;
}

/** The session of this browser; undefined if nobody is logged in. `onLost` is called once it has ended. */
export async function openSession(onLost: () => void): Promise<Session | undefined> {
  const response = await fetch("/session");
  if (!response.ok) {
    return undefined;
  }
  const { key, administrator } = (await response.json()) as {
    readonly key: string;
    readonly administrator?: Administrator;
  };
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 401) {
      onLost();
    }
    return response;
  };
  const { team } = createClient({ hosts: "/api", accessToken: key, fetch: watched });
  return { team, lists: new Lists(key, watched), administrator };
}

/** Ends the session of this browser. */
export async function closeSession(): Promise<void> {
  await fetch("/logout", { method: "POST" });
}
