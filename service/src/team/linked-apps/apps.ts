import type { ApiApp } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import { utc } from "../../clock.js";
import type { Queries } from "../../database/database.js";

interface AppRow {
  member_id: string;
  key: string;
  name: string;
  publisher: string | null;
  publisher_url: string | null;
  access: "full" | "app_folder";
  linked: Date;
}

/** Loads the apps that members have linked. Returns a function that returns those of a member, in the order of linking. */
export async function findLinkedApps(
  queries: Queries,
  memberIds: readonly string[],
): Promise<(memberId: string) => ApiApp[]> {
  const rows = await queries.all<AppRow>(sql`
    select member.id as member_id, app.key, app.name, app.publisher, app.publisher_url, app.access, app_link.linked
    from app_link
    join app on app.key = app_link.app_key
    join member on member.account_id = app_link.account_id
    where member.id = any(${memberIds})
    order by app_link.linked, app.key`);
  return (memberId) => rows.filter(({ member_id }) => member_id === memberId).map(toApiApp);
}

function toApiApp({ key, name, publisher, publisher_url, access, linked }: AppRow): ApiApp {
  return {
    app_id: key,
    app_name: name,
    publisher: publisher ?? undefined,
    publisher_url: publisher_url ?? undefined,
    linked: utc(linked),
    is_app_folder: access === "app_folder",
  };
}
