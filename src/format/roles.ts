import type { Row } from "./rows.js";

/** What a line of code is to those around it. */
export type Role =
  | "namespace"
  | "import"
  | "alias"
  | "annotation"
  | "definition"
  | "doc"
  | "annotationRef"
  | "inline"
  | "subtypes"
  | "subtype"
  | "member"
  | "example"
  | "entry"
  | "attrs"
  | "attribute";

/** The roles of the rows of code, in their order. */
export function findRoles(rows: readonly Row[]): ReadonlyMap<Row, Role> {
  const roles = new Map<Row, Role>();
  /** The last row of each level, of which deeper ones are a part. */
  const heads: Role[] = [];
  for (const row of rows) {
    if (row.kind !== "comment") {
      const role = row.level === 0 ? topLevelRole(row) : roleBelow(heads[row.level - 1], row);
      roles.set(row, role);
      heads[row.level] = role;
    }
  }
  return roles;
}

function topLevelRole({ tokens }: Row): Role {
  const word = tokens[0]?.text;
  return word === "namespace" || word === "import" || word === "alias" || word === "annotation" ? word : "definition";
}

function roleBelow(head: Role | undefined, { tokens }: Row): Role {
  const [first] = tokens;
  if (first?.kind === "string") {
    return "doc";
  }
  switch (first?.text) {
    case "@":
      return "annotationRef";
    case "example":
    case "attrs":
      return first.text;
    case "struct":
    case "union":
    case "union_closed":
      return head === "member" ? "inline" : "subtypes";
    default:
      return head === "example" ? "entry" : head === "attrs" ? "attribute" : head === "subtypes" ? "subtype" : "member";
  }
}
