import type { Row } from "./rows.js";

/** The role of a line of code among its neighbors. */
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

/** Returns the role of each row; undefined for comments. */
export function findRoles(rows: readonly Row[]): readonly (Role | undefined)[] {
  /** The role of the last row at each level. Deeper rows belong to it. */
  const heads: Role[] = [];
  return rows.map((row) => {
    if (row.kind === "comment") {
      return undefined;
    }
    const role = row.level === 0 ? topLevelRole(row) : roleBelow(heads[row.level - 1], row);
    heads[row.level] = role;
    return role;
  });
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
