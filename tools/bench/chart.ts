import { axisFx, barX, plot, ruleX, text } from "@observablehq/plot";
import { parseHTML } from "linkedom";

/** A bar of the chart: a measure of a client as a multiple of Ashlar's. */
export interface Bar {
  readonly measure: string;
  readonly client: string;
  readonly ratio: number;
}

const colors = `
svg { color: #1f2328; background: #ffffff }
.less { fill: #bc4c00 }
.more { fill: #0969da }
@media (prefers-color-scheme: dark) {
  svg { color: #e6edf3; background: #0d1117 }
  .less { fill: #f0883e }
  .more { fill: #4493f8 }
}
`;

/** Returns an SVG image with bars from Ashlar's line, in light or dark colors as the reader has chosen. */
export function drawChart(bars: readonly Bar[]): string {
  const { document } = parseHTML("<html></html>");
  const less = bars.filter(({ ratio }) => ratio < 1);
  const more = bars.filter(({ ratio }) => ratio >= 1);
  const ratios = bars.map(({ ratio }) => ratio);
  const position = { fx: "measure", y: "client" } as const;
  const label = { ...position, x: "ratio", text: ({ ratio }: Bar) => ratio.toPrecision(2) } as const;
  const chart = plot({
    document,
    width: 1000,
    height: 240,
    marginLeft: 170,
    marginTop: 50,
    marginBottom: 10,
    // The labels need room beside the longest bars.
    x: { type: "log", domain: [Math.min(...ratios) / 4, Math.max(...ratios) * 4], axis: null },
    y: { domain: [...new Set(bars.map(({ client }) => client))], label: null, tickSize: 0 },
    fx: { domain: [...new Set(bars.map(({ measure }) => measure))], axis: null },
    marks: [
      axisFx({ label: null, lineWidth: 8 }),
      barX(less, { ...position, x1: 1, x2: "ratio", className: "less" }),
      barX(more, { ...position, x1: 1, x2: "ratio", className: "more" }),
      text(less, { ...label, textAnchor: "end", dx: -3 }),
      text(more, { ...label, textAnchor: "start", dx: 3 }),
      ruleX([1]),
    ],
  });
  chart.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  chart.setAttribute("role", "img");
  const style = document.createElement("style");
  style.textContent = colors;
  chart.prepend(style);
  return `${chart.outerHTML}\n`;
}
