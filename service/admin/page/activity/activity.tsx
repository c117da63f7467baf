import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useLoaded } from "../calls/use-loaded.js";
import { Alert } from "../components/alert.js";
import { Empty } from "../components/empty.js";
import { Heading } from "../components/heading.js";
import { useAdminConsole } from "../console-context.js";
import { Skeleton } from "../lists/skeleton.js";
import { Chart } from "./chart.js";
import { loadReports } from "./load-reports.js";

const periods = [7, 28, 90];

/** The activity and storage of the team in recent days. */
export function Activity(): VNode {
  const admin = useAdminConsole();
  const [days, setDays] = useState(28);
  const { value: charts, problem, reload } = useLoaded(() => loadReports(admin, days), [admin.team, days]);
  return (
    <>
      <Heading title="Activity" description="Activity and storage of the team for each day, in UTC.">
        <select
          aria-label="Period"
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        >
          {periods.map((period) => (
            <option key={period} value={period}>
              Last {period} days
            </option>
          ))}
        </select>
      </Heading>
      {problem !== undefined && <Alert retry={reload}>{problem}</Alert>}
      {charts === undefined && problem === undefined && <Skeleton />}
      {charts?.length === 0 && problem === undefined && (
        <Empty icon="activity" title="No activity in this period">
          Reports appear once members work with files. Choose a longer period to look further back.
        </Empty>
      )}
      <div class="charts">
        {problem === undefined && charts?.map((chart) => <Chart key={chart.title} {...chart} />)}
      </div>
    </>
  );
}
