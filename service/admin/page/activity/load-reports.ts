import { explainErrors } from "../calls/explain-errors.js";
import type { AdminConsole } from "../console-context.js";
import { explainReport } from "../problems/report-problems.js";
import type { ChartProps } from "./chart.js";
import { dayAfter, today, type Series } from "./series.js";

/** Loads the reports on the last `days` days, up to today. Returns the charts that have data. */
export async function loadReports({ team }: AdminConsole, days: number): Promise<readonly ChartProps[]> {
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
