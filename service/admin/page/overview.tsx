import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { team as types } from "cloud-storage-api";
import type { Team } from "./app.js";

interface OverviewProps {
  readonly team: Team;
  /** How often something has been changed: each time it is looked at again. */
  readonly changes: number;
}

/** The team, and how many of its licenses are taken. */
export function Overview({ team, changes }: OverviewProps): VNode {
  const [info, setInfo] = useState<types.TeamGetInfoResult>();
  useEffect(() => {
    team.getInfo().then(setInfo, () => undefined); // what is shown below tells what is wrong
  }, [team, changes]);
  return (
    <p class="overview">
      <strong>{info?.name ?? "…"}</strong>
      {info !== undefined && ` · ${info.num_provisioned_users} of ${info.num_licensed_users} licenses taken`}
    </p>
  );
}
