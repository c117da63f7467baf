import type { VNode } from "preact";
import { formatNumber } from "../components/text.js";
import { Area, Bars } from "./marks.js";
import { dayAfter, dayText, scaleEnd, type Series } from "./series.js";

export interface ChartProps {
  readonly title: string;
  /** Bars show the events of each day; an area shows totals. */
  readonly kind: "bars" | "area";
  readonly series: Series;
  /** How the number above the chart is computed. */
  readonly summary: Summary;
  /** The unit of the numbers, such as ` GB`. */
  readonly unit?: string;
}

/** A chart of one number for each day, and a table of the same data. */
export function Chart({ title, kind, series, summary, unit = "" }: ChartProps): VNode {
  const { start, values } = series;
  const end = scaleEnd(series);
  const last = dayAfter(start, values.length - 1);
  const { value, note } = summarize(series, summary);
  const text = `${formatNumber(value)}${unit}`;
  return (
    <figure class="chart">
      <figcaption>
        <span>{title}</span>
        <span>
          <strong>{text}</strong> {note}
        </span>
      </figcaption>
      <div class="plot">
        <div class="scale" aria-hidden="true">
          <span>{formatNumber(end)}</span>
          <span>{formatNumber(end / 2)}</span>
          <span>0</span>
        </div>
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title} by day, from ${dayText(start)} to ${dayText(last)}: ${text} ${note}.`}
        >
          <path class="grid" d="M0 0.500H100M0 50H100M0 99.500H100" />
          {kind === "bars" ? <Bars series={series} end={end} /> : <Area series={series} end={end} />}
        </svg>
      </div>
      <div class="days" aria-hidden="true">
        <span>{dayText(start)}</span>
        <span>{dayText(last)}</span>
      </div>
      <DataDetails title={title} series={series} unit={unit} />
    </figure>
  );
}

function DataDetails({
  title,
  series,
  unit,
}: {
  readonly title: string;
  readonly series: Series;
  readonly unit: string;
}): VNode {
  return (
    <details>
      <summary>
        Data<span class="visually-hidden"> for {title}</span>
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">{title}</th>
          </tr>
        </thead>
        <tbody>
          {series.values.map((value, index) => (
            <tr key={index}>
              <th scope="row">{dayText(dayAfter(series.start, index))}</th>
              <td>{value === null ? "No data" : `${formatNumber(value)}${unit}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** How a series is summarized in one number. */
type Summary = "total" | "average" | "latest";

/** Summarizes a series. Returns a number and an explanation, such as `on Nov 22`. */
function summarize({ start, values }: Series, summary: Summary): { readonly value: number; readonly note: string } {
  const known = values.filter((value) => value !== null);
  const total = known.reduce((sum, value) => sum + value, 0);
  switch (summary) {
    case "total":
      return { value: total, note: `in ${values.length} days` };
    case "average":
      return { value: Math.round(total / Math.max(1, known.length)), note: "a day on average" };
    case "latest": {
      const index = values.findLastIndex((value) => value !== null);
      return { value: values[index] ?? 0, note: `on ${dayText(dayAfter(start, Math.max(0, index)))}` };
    }
  }
}
