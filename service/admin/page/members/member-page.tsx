import type { team } from "cloud-storage-api";
import type { VNode } from "preact";
import { Badge } from "../components/badge.js";
import { Heading } from "../components/heading.js";
import { Icon } from "../components/icon.js";
import { Menu } from "../components/menu.js";
import { useAdminConsole, type AdminConsole } from "../console-context.js";
import { useLoaded } from "../calls/use-loaded.js";
import { NotLoaded } from "../lists/not-loaded.js";
import { GoneProblem } from "../problems/problem.js";
import { useTitle } from "../use-title.js";
import { memberActions } from "./member-actions.js";
import { MemberApps } from "./member-apps.js";
import { MemberDevices } from "./member-devices.js";
import { MemberFacts } from "./member-facts.js";
import { MemberGroups } from "./member-groups.js";
import { statusWording } from "./wording.js";

const parent = { title: "Members", href: "#members" };

/** The page of a member, which shows their groups, devices and linked apps. */
export function MemberPage({ id }: { readonly id: string }): VNode {
  const admin = useAdminConsole();
  const loaded = useLoaded(() => loadMember(admin, id), [admin.lists, id]);
  const { value: member, change } = loaded;
  useTitle(member?.profile.name.display_name ?? "Member");
  if (member === undefined) {
    return (
      <>
        <Heading title="Member" parent={parent} />
        <NotLoaded loaded={loaded} icon="members" noun="member" parent={parent} />
      </>
    );
  }
  const { profile } = member;
  const { label, tone } = statusWording(profile.status);
  const isOnTeam = profile.status[".tag"] !== "removed";
  const actions = memberActions(admin, member, (changed) => change(() => changed));
  const reloadMember = async (): Promise<void> => {
    const changed = await loadMember(admin, id);
    change(() => changed);
  };
  return (
    <>
      <Heading title={profile.name.display_name} description={profile.email} parent={parent}>
        <Badge tone={tone}>{label}</Badge>
        {actions.length > 0 && (
          <Menu label={`Actions for ${profile.name.display_name}`} items={actions}>
            <span class="button">
              Actions<span class="visually-hidden"> for {profile.name.display_name}</span>
              <Icon name="down" />
            </span>
          </Menu>
        )}
      </Heading>
      <div class="cards">
        <MemberFacts member={member} />
        {isOnTeam && <MemberGroups member={member} onChanged={reloadMember} />}
        {isOnTeam && <MemberDevices id={id} name={profile.name.display_name} />}
        {isOnTeam && <MemberApps id={id} name={profile.name.display_name} />}
      </div>
    </>
  );
}

async function loadMember({ lists }: AdminConsole, id: string): Promise<team.TeamMemberInfo> {
  const [member] = await lists.refresh("members", id);
  if (member === undefined) {
    throw new GoneProblem("This person is no longer on the team.");
  }
  return member;
}
