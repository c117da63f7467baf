import * as team from "cloud-storage-api/team";
import { expect, test } from "vitest";
import { describeAbilities } from "../src/oauth/abilities.js";

/** What an app of teams with these permissions is said to be able to do. */
function abilities(permissions: readonly string[]): string[] {
  return describeAbilities({
    key: "key",
    name: "Console",
    publisher: null,
    kind: "team",
    access: "full",
    permissions,
    redirect_uris: [],
    allows_token_flow: false,
    is_public: false,
    token_lifetime: null,
  });
}

test("the consent names what each app of a team may do without a permission, for every route (OPS-13)", () => {
  const said = abilities([]);
  expect(said).toContain("Disconnect apps of members, and delete the folders of these apps");
  expect(said).toContain("Log devices of members out, and delete the files of your team on them");
  expect(said.filter((ability) => ability.startsWith("Call "))).toEqual([]);
});

test("the consent has words for each permission of the specification (OPS-13)", () => {
  const permissions = Object.values(team).flatMap((value) =>
    typeof value === "object" && "attributes" in value ? ((value.attributes["permission"] ?? []) as string) : [],
  );
  const said = abilities([...new Set(permissions)]);
  expect(said.filter((ability) => permissions.includes(ability))).toEqual([]);
});
