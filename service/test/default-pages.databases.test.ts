import { beforeAll, describe, expect, inject, test } from "vitest";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { startService, type RunningService } from "../src/service.js";
import { readSettings } from "../src/settings.js";
import { databaseFor, freshData, testedService } from "./support/service.js";

/** A team with 1001 groups, the first of which has 1001 members. */
const seed = `
  insert into team (id, name, licenses, created) values ('tid:large', 'Masons', 2000, now());
  insert into team_group (id, team_id, name, name_key, management_type, created)
  select 'g:' || count, 'tid:large', count, count, 'company_managed', now() from generate_series(1, 1001) as count;
  with home as (
    insert into namespace (kind, created) select 'home', now() from generate_series(1, 1001) returning id
  ), account as (
    insert into account (id, email, given_name, surname, kind, home, created)
    select 'aid:' || rpad(id::text, 36, 'x'), id || '@example.com', 'Ann', 'Mason', 'work', id, now() from home
    returning id, home
  ), member as (
    insert into member (id, team_id, account_id, role, status)
    select 'dbmid:' || rpad(home::text, 22, 'x'), 'tid:large', id, 'member_only', 'active' from account
    returning id
  )
  insert into group_member (group_id, member_id, access_type) select 'g:1', id, 'member' from member;
`;

describe("pages of lists", () => {
  const { server, temporary } = inject("databases");
  let running: RunningService | undefined;
  const service = testedService(() => running?.url ?? "");
  beforeAll(async () => {
    const environment = await freshData(server, mkdtempSync(join(temporary, "pages-")));
    const database = await databaseFor(environment);
    await database.script(seed); // by calls, this would take a hundred times as long
    await database.close();
    running = await startService(readSettings({ LOG_LEVEL: "fatal", ...environment }));
    return () => running?.stop();
  });

  test("groups/list has 1000 groups on a page if no limit is given (B-256)", async () => {
    const { team } = service.clientWith(await service.teamToken("tid:large"));
    const { groups, has_more } = await team.groupsList();
    expect([groups.length, has_more]).toEqual([1000, true]);
  });

  test("groups/members/list has 1000 members on a page if no limit is given (B-256)", async () => {
    const { team } = service.clientWith(await service.teamToken("tid:large"));
    const { members, has_more } = await team.groupsMembersList({ group: { ".tag": "group_id", group_id: "g:1" } });
    expect([members.length, has_more]).toEqual([1000, true]);
  });
});
