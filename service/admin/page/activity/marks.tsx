import type { VNode } from "preact";
import { formatNumber } from "../components/text.js";
import { dayAfter, dayText, type Series } from "./series.js";

interface MarksProps {
  readonly series: Series;
  /** The end of the scale. */
  readonly end: number;
}

/** A bar for each day that has data, within a square of 100 by 100. */
export function Bars({ series: { start, values }, end }: MarksProps): VNode {
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
export function Area({ series: { values }, end }: MarksProps): VNode {
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
