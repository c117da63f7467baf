import { describe, expect, test } from "vitest";
import type { Type } from "../src/ir/api.js";
import { compileFiles } from "./support/examples.js";
import { fieldNamed, namesOf, typeNamed } from "./support/stone.js";
import { specFiles } from "./support/spec-files.js";

const api = compileFiles("spec");
const routes = api.namespaces.flatMap((namespace) =>
  namespace.routes.map((route) => ({ ...route, id: `${namespace.name}/${route.name}` })),
);

function routeOf(id: string): (typeof routes)[number] {
  const route = routes.find((candidate) => candidate.id === id);
  if (route === undefined) {
    throw new Error(`There is no route ${id}.`);
  }
  return route;
}

function nameOf(type: Type): string {
  return type.kind === "ref" ? type.name : type.kind;
}

describe("the specification of the service, of which docs/behaviours.md says", () => {
  test("B-013: the routes outside of files_public.stone are RPC on the API host, in version 1", () => {
    const text = specFiles("spec").find(({ path }) => path.endsWith("files_public.stone"))?.text ?? "";
    const added = new Set([...text.matchAll(/^route ([\w/]+)/gm)].map(([, name = ""]) => `files/${name}`));
    const specified = routes.filter(({ id }) => !added.has(id));
    expect(specified).toHaveLength(52);
    for (const { id, version, attributes } of specified) {
      expect({ id, version, host: attributes["host"], style: attributes["style"] }).toEqual({
        id,
        version: 1,
        host: "api",
        style: "rpc",
      });
    }
  });

  test("B-261: deprecated fields remain, and are marked", () => {
    const deprecated = api.namespaces.flatMap(({ types }) =>
      types.flatMap((type) =>
        type.fields.filter((field) => field.deprecated).map(({ name }) => `${type.name}.${name}`),
      ),
    );
    expect(deprecated.sort()).toEqual([
      "FolderMetadata.shared_folder_id",
      "Metadata.parent_shared_folder_id",
      "TokenResult.uid",
    ]);
  });

  test("B-262, N-06: there is no route for an audit log, and none of the namespaces paper and sharing", () => {
    expect(routes.filter(({ id }) => /audit|log\b|event|^(?:paper|sharing)\//.test(id))).toEqual([]);
  });

  test("N-01: the policies of a team about sharing are one open union", () => {
    expect(namesOf(typeNamed(api, "TeamSharingPolicies").fields)).toEqual(["shared_link_create_policy"]);
    expect(nameOf(fieldNamed(api, "TeamSharingPolicies", "shared_link_create_policy").type)).toBe(
      "SharedLinkCreatePolicy",
    );
    expect(tagsOf("SharedLinkCreatePolicy")).toEqual(["default_public", "default_team_only", "team_only", "other"]);
  });

  test("N-13: versions are not negotiated: each route has one, and no attribute says another", () => {
    expect(routes.filter(({ version }) => version !== 1)).toEqual([]);
    expect(namesOf(api.stoneCfg?.types[0]?.fields ?? [])).toEqual([
      "auth",
      "host",
      "style",
      "permission",
      "select_admin",
    ]);
  });

  test("Q-63: team_folder/list fails with a closed union of one tag", () => {
    expect(nameOf(routeOf("team/team_folder/list").error)).toBe("TeamFolderListError");
    expect(tagsOf("TeamFolderListError")).toEqual(["access_error"]);
  });

  test("Q-64: the result of groups/members/set_access_type is one item of the list of groups/get_info", () => {
    const list = routeOf("team/groups/get_info").result;
    const item = routeOf("team/groups/members/set_access_type").result;
    expect(nameOf(item)).toBe("GroupsGetInfoItem");
    expect(list).toEqual({ kind: "list", of: item });
  });

  test.each([
    "GroupManagementType",
    "TeamFolderStatus",
    "EmmState",
    "DesktopPlatform",
    "MobileClientPlatform",
    "WriteConflictError",
    "TeamFolderAccessError",
    "TeamFolderInvalidStatusError",
  ])("Q-65: a union that the description lists without other is closed: %s", (name) => {
    expect(typeNamed(api, name)).toMatchObject({ kind: "union", closed: true });
    expect(tagsOf(name)).not.toContain("other");
  });
});

function tagsOf(union: string): string[] {
  return typeNamed(api, union).fields.map(({ name }) => name);
}
