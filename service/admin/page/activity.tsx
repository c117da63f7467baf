import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { explainErrors } from "./calls/explain-errors.js";
import { useLoaded } from "./calls/use-loaded.js";
import { Chart, type ChartProps, dayAfter, type Series, today } from "./chart.js";
import { Heading } from "./components/heading.js";
import { Alert, Empty, Skeleton } from "./components/placeholders.js";
import { useAdminConsole, type AdminConsole } from "./console-context.js";
import { explainReport } from "./problems/route-problems.js";

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

/** Loads the reports on the last `days` days, up to today. Returns the charts that have data. */
async function loadReports({ team }: AdminConsole, days: number): Promise<readonly ChartProps[]> {
  const end_date = dayAfter(today(), 1);
  const range = { start_date: dayAfter(end_date, -days), end_date };
  const [activity, storage, membership, devices] = await Promise.all([
    explainErrors(team.reportsGetActivity(range), explainReport),
    explainErrors(team.reportsGetStorage(range), explainReport),
    explainErrors(team.reportsGetMembership(range), explainReport),
    explainErrors(team.reportsGetDevices(range), explainReport),
  ]);
  const series = (values: (number | null)[] = []): Series => ({ start: range.start_date, values });
  const charts: ChartProps[] = [
    { title: "Active members", kind: "bars", summary: "average", series: series(activity.active_users_1_day) },
    { title: "Files edited", kind: "bars", summary: "total", series: series(activity.edits) },
    { title: "Files added", kind: "bars", summary: "total", series: series(activity.adds) },
    {
      title: "Storage",
      kind: "area",
      summary: "latest",
      series: series(storage.total_usage?.map(gigabytes)),
      unit: " GB",
    },
    { title: "Members", kind: "area", summary: "latest", series: series(membership.team_size) },
    { title: "Active devices", kind: "bars", summary: "average", series: series(devices.active_1_day.total) },
  ];
  return charts.filter(({ series: { values } }) => values.some((value) => value !== null));
}

function gigabytes(bytes: number | null): number | null {
  return bytes === null ? null : Math.round((bytes / 2 ** 30) * 10) / 10;
}
