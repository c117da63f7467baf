import type { ActiveWebSession, DesktopClientSession, MobileClientSession } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";

/** The requested kinds of sessions. */
export interface WantedSessions {
  readonly include_web_sessions: boolean;
  readonly include_desktop_clients: boolean;
  readonly include_mobile_clients: boolean;
}

/** The sessions of a member by kind; undefined for kinds that were not requested (B-134). */
export interface Sessions {
  readonly web: ActiveWebSession[] | undefined;
  readonly desktop: DesktopClientSession[] | undefined;
  readonly mobile: MobileClientSession[] | undefined;
}

/** Loads the open sessions of members. Returns a function that returns those of a member. */
export async function findSessions(
  queries: Queries,
  memberIds: readonly string[],
  selection: WantedSessions,
): Promise<(memberId: string) => Sessions> {
  const rows = await queries.all<{ member_id: string; kind: string; session: never }>(sql`
    select member_id, kind, jsonb_build_object('session_id', id) || info as session
    from device_session where member_id = any(${memberIds}) and not is_revoked
    order by number`);
  return (memberId) => {
    const ofKind = (kind: string, isWanted: boolean): never[] | undefined =>
      isWanted
        ? rows.filter((row) => row.member_id === memberId && row.kind === kind).map(({ session }) => session)
        : undefined;
    return {
      web: ofKind("web", selection.include_web_sessions),
      desktop: ofKind("desktop", selection.include_desktop_clients),
      mobile: ofKind("mobile", selection.include_mobile_clients),
    };
  };
}
