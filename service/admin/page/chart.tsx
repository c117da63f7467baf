import type { VNode } from "preact";

interface ChartProps {
  readonly title: string;
  /** The first day, as `YYYY-MM-DD`. */
  readonly start: string;
  /** A value for each day; null for days without data. */
  readonly values: readonly (number | null)[] | undefined;
}

const [width, height] = [560, 120];

/** Bars, one a day. */
export function Chart({ title, start, values = [null] }: ChartProps): VNode {
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  const step = width / Math.max(1, values.length);
  const latest = values.findLast((value) => value !== null);
  return (
    <figure>
      <figcaption>
        {title} <strong>{latest ?? "no data"}</strong>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${title} a day, since ${start}`}>
        {values.map(
          (value, index) =>
            value !== null && (
              <rect
                key={index}
                x={index * step + 1}
                y={height - (value / highest) * height}
                width={Math.max(1, step - 2)}
                height={(value / highest) * height}
                rx="2"
              >
                <title>{`${dayAfter(start, index)}: ${value}`}</title>
              </rect>
            ),
        )}
      </svg>
      <div class="days">
        <span>{start}</span>
        <span>{dayAfter(start, values.length - 1)}</span>
      </div>
    </figure>
  );
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
