import type { VNode } from "preact";

/** The path data of icons by name, on a grid of 24 by 24. */
const paths = {
  members:
    "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM2 21v-1a6 6 0 0 1 6-6h2a6 6 0 0 1 6 6v1M16 3.5a4 4 0 0 1 0 7M19 14.5a6 6 0 0 1 3 5.5v1",
  groups:
    "M12 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM6 20a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM18 20a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM12 8v4M6 15v-3h12v3",
  folders: "M3 7a2 2 0 0 1 2-2h4l2 3h8a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2Z",
  devices: "M4 5h16v11H4ZM2 20h20M12 16v4",
  apps: "M4 4h7v7H4ZM13 4h7v7h-7ZM4 13h7v7H4ZM16.5 13v7M13 16.5h7",
  activity: "M4 20V10M10 20V4M16 20v-7M22 20H2",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM21 21l-5-5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  both: "M8 10l4-4 4 4M8 14l4 4 4-4",
  refresh: "M20 11a8 8 0 1 0-2 6M20 4v7h-7",
  download: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  check: "M5 13l4 4L19 7",
  alert: "M12 8v5M12 16.5h.01M12 3l9.5 17h-19Z",
  "log-out": "M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M10 16l-4-4 4-4M6 12h10",
  web: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18",
  phone: "M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11 18h2",
  archive: "M3 4h18v5H3ZM5 9v11h14V9M10 13h4",
} as const;

export type IconName = keyof typeof paths;

/** A decorative icon. */
export function Icon({ name }: { readonly name: IconName }): VNode {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
