import type { VNode } from "preact";
import { formatNumber } from "./components/text.js";

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
  const presentValues = values.filter((value) => value !== null);
  const total = presentValues.reduce((sum, value) => sum + value, 0);
  switch (summary) {
    case "total":
      return { value: total, note: `in ${values.length} days` };
    case "average":
      return { value: Math.round(total / Math.max(1, presentValues.length)), note: "a day on average" };
    case "latest": {
      const index = values.findLastIndex((value) => value !== null);
      return { value: values[index] ?? 0, note: `on ${dayText(dayAfter(start, Math.max(0, index)))}` };
    }
  }
}

interface MarksProps {
  readonly series: Series;
  /** The end of the scale. */
  readonly end: number;
}

/** A bar for each day that has data, within a square of 100 by 100. */
function Bars({ series: { start, values }, end }: MarksProps): VNode {
  const step = 100 / values.length;
  return (
    <g class="bars">
      {values.map((value, index) => {
        const height = value === null ? 0 : (value / end) * 100;
        return (
          value !== null && (
            <rect key={index} x={index * step + step * 0.15} y={100 - height} width={step * 0.7} height={height}>
              <title>{`${dayText(dayAfter(start, index))}: ${formatNumber(value)}`}</title>
            </rect>
          )
        );
      })}
    </g>
  );
}

/** A line through the days that have data, and the area below the line. */
function Area({ series: { values }, end }: MarksProps): VNode {
  const points = values.flatMap((value, index) =>
    value === null ? [] : [{ x: ((index + 0.5) / values.length) * 100, y: 100 - (value / end) * 100 }],
  );
  const [first, last] = [points[0], points.at(-1)];
  const line = points.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L");
  return first === undefined || last === undefined ? (
    <g />
  ) : (
    <g class="area">
      <path class="fill" d={`M${line}L${last.x} 100L${first.x} 100Z`} />
      <path class="line" d={`M${line}`} />
    </g>
  );
}

/** A number for each day of a period. */
export interface Series {
  /** The first day, as `YYYY-MM-DD`. */
  readonly start: string;
  /** The numbers; null for days without data. */
  readonly values: readonly (number | null)[];
}

const day = 86_400_000;
const dayFormat = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });

/** Returns the day that is `days` days after another, as `YYYY-MM-DD`. */
export function dayAfter(start: string, days: number): string {
  return new Date(Date.parse(`${start}T00:00:00Z`) + days * day).toISOString().slice(0, 10);
}

/** Returns the current day as `YYYY-MM-DD`, in UTC like the days of the API. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Formats a day for people: `Nov 21`. */
function dayText(date: string): string {
  return dayFormat.format(Date.parse(`${date}T00:00:00Z`));
}

/** Returns the end of the scale: a round number that is not less than the highest value. */
function scaleEnd({ values }: Series): number {
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  const magnitude = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 4, 5, 10].find((factor) => factor * magnitude >= highest) ?? 10;
  return step * magnitude;
}
