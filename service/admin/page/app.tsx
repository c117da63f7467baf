import type { Client } from "cloud-storage-api";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Activity } from "./activity.js";
import { Devices } from "./devices.js";
import { Folders } from "./folders.js";
import { Groups } from "./groups.js";
import { Members } from "./members.js";
import { Overview } from "./overview.js";

/** What the parts of the page call. */
export type Team = Client["team"];

export interface PartProps {
  readonly team: Team;
  /** Is told when something has been changed. */
  readonly onChange: () => void;
}

const parts = {
  members: { title: "Members", Part: Members },
  groups: { title: "Groups", Part: Groups },
  folders: { title: "Team folders", Part: Folders },
  devices: { title: "Devices", Part: Devices },
  activity: { title: "Activity", Part: Activity },
} as const;

type PartName = keyof typeof parts;

/** The page of an administrator who is logged in. The part that is shown is in the URL. */
export function App({ team }: { readonly team: Team }): VNode {
  const [name, show] = useState(partInUrl);
  const [changes, count] = useState(0);
  useEffect(() => {
    const follow = (): void => show(partInUrl());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const { title, Part } = parts[name];
  return (
    <>
      <header>
        <Overview team={team} changes={changes} />
        <nav>
          {Object.entries(parts).map(([part, { title: text }]) => (
            <a key={part} href={`#${part}`} aria-current={part === name ? "page" : undefined}>
              {text}
            </a>
          ))}
        </nav>
        <button type="button" class="quiet" onClick={() => void logOut()}>
          Log out
        </button>
      </header>
      <main>
        <h1>{title}</h1>
        <Part team={team} onChange={() => count((before) => before + 1)} />
      </main>
    </>
  );
}

function partInUrl(): PartName {
  const name = location.hash.slice(1);
  return name in parts ? (name as PartName) : "members";
}

async function logOut(): Promise<void> {
  await fetch("/logout", { method: "POST" });
  location.assign("/");
}
