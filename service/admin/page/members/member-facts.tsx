import { match, type team } from "cloud-storage-api";
import type { VNode } from "preact";
import { roleNames } from "../../server/lists/labels.js";
import { Card } from "../components/card.js";

/** The card that shows the profile of a member. */
export function MemberFacts({ member: { profile, role } }: { readonly member: team.TeamMemberInfo }): VNode {
  const membership = match(profile.membership_type, {
    full: () => "Full: uses a license and the storage of the team",
    limited: () => "Limited: uses no license",
  });
  return (
    <Card title="Profile">
      <dl class="facts">
        <dt>Role</dt>
        <dd>{roleNames[role[".tag"]]}</dd>
        <dt>Membership</dt>
        <dd>{membership}</dd>
        <dt>Email</dt>
        <dd>
          <bdi>{profile.email}</bdi>
          {profile.email_verified ? "" : " (not verified)"}
        </dd>
        <dt>External ID</dt>
        <dd>{profile.external_id ?? "None"}</dd>
        <dt>Member ID</dt>
        <dd>
          <code>{profile.team_member_id}</code>
        </dd>
      </dl>
    </Card>
  );
}
