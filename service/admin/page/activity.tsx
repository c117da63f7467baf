import type { VNode } from "preact";
import { useCallback } from "preact/hooks";
import type { PartProps } from "./app.js";
import { Chart } from "./chart.js";
import { useLoaded } from "./loaded.js";
import { Status } from "./status.js";

/** What the team has done, and stored, in the days for which there are reports. */
export function Activity({ team }: PartProps): VNode {
  const reports = useLoaded(
    useCallback(async () => {
      const [activity, storage, membership] = await Promise.all([
        team.reportsGetActivity(),
        team.reportsGetStorage(),
        team.reportsGetMembership(),
      ]);
      return { activity, storage, membership };
    }, [team]),
  );
  if (reports.value === undefined) {
    return <Status of={reports} />;
  }
  const { activity, storage, membership } = reports.value;
  const start = activity.start_date;
  return (
    <>
      <Status of={reports} />
      {start === "" ? (
        <p>There are no reports yet.</p>
      ) : (
        <div class="charts">
          <Chart title="Files edited" start={start} values={activity.edits} />
          <Chart title="Files added" start={start} values={activity.adds} />
          <Chart title="Active users" start={start} values={activity.active_users_1_day} />
          <Chart title="Members" start={start} values={membership.team_size} />
          <Chart title="Gigabytes stored" start={start} values={storage.total_usage?.map(gigabytes)} />
        </div>
      )}
    </>
  );
}

function gigabytes(bytes: number | null): number | null {
  return bytes === null ? null : Math.round(bytes / 2 ** 28) / 4;
}
