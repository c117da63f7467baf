import type { ComponentChildren, VNode } from "preact";

interface TableProps {
  readonly headings: readonly string[];
  /** The rows. */
  readonly children: ComponentChildren;
}

/** A table, with one more column than headings: for what can be done with a row. */
export function Table({ headings, children }: TableProps): VNode {
  return (
    <table>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading}>{heading}</th>
          ))}
          <th />
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
