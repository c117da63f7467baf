import { match, type team, type team as types } from "cloud-storage-api";
import type { ComponentChildren, VNode } from "preact";
import { useId } from "preact/hooks";
import { roleNames } from "../../server/lists/rows.js";
import { showChange } from "../actions/show-outcome.js";
import { UnlinkAppDialog } from "../apps.js";
import { explainErrors } from "../calls/explain-errors.js";
import { useLoaded } from "../calls/use-loaded.js";
import { Badge } from "../components/badge.js";
import { Heading, useTitle } from "../components/heading.js";
import { Icon } from "../components/icon.js";
import { Menu, type MenuItem } from "../components/menu.js";
import { Alert, NotLoaded } from "../components/placeholders.js";
import { counted } from "../components/text.js";
import { type AdminConsole, useAdminConsole } from "../console-context.js";
import { deviceSeen, LogOutDeviceDialog } from "../devices.js";
import { JoinGroupDialog, LeaveGroupDialog } from "../groups/membership-dialogs.js";
import { hrefFor } from "../location.js";
import { GoneProblem } from "../problems/problem.js";
import { explainGroupInfo } from "../problems/route-problems.js";
import { memberActions } from "./member-actions.js";
import { type MemberDialogProps, statusWording } from "./member.js";

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

/** The card that shows the profile of a member. */
function MemberFacts({ member: { profile, role } }: { readonly member: team.TeamMemberInfo }): VNode {
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

/** The devices on which a member is logged in. */
function MemberDevices({ id, name }: { readonly id: string; readonly name: string }): VNode {
  const { lists, showDialog } = useAdminConsole();
  const devices = useLoaded(() => lists.refresh("devices", id), [lists, id]);
  return (
    <Card title="Devices">
      {devices.problem !== undefined && <Alert retry={devices.reload}>{devices.problem}</Alert>}
      {devices.value !== undefined && (
        <Items
          none={
            <>
              <bdi>{name}</bdi> is not logged in anywhere.
            </>
          }
          items={devices.value.map((device) => ({
            key: device.session_id,
            title: (
              <>
                <bdi>{device.name}</bdi> ({device.system})
              </>
            ),
            detail: `Seen ${deviceSeen(device)}`,
            menuLabel: `Actions for ${device.name}`,
            actions: [
              {
                label: "Log out",
                icon: "log-out",
                isDangerous: true,
                select: () =>
                  showDialog(<LogOutDeviceDialog device={device} onChanged={(rows) => devices.change(() => rows)} />),
              },
            ],
          }))}
        />
      )}
    </Card>
  );
}

/** The apps that a member has linked. */
function MemberApps({ id, name }: { readonly id: string; readonly name: string }): VNode {
  const { lists, showDialog } = useAdminConsole();
  const apps = useLoaded(() => lists.refresh("apps", id), [lists, id]);
  return (
    <Card title="Linked apps">
      {apps.problem !== undefined && <Alert retry={apps.reload}>{apps.problem}</Alert>}
      {apps.value !== undefined && (
        <Items
          none={
            <>
              <bdi>{name}</bdi> has linked no apps.
            </>
          }
          items={apps.value.map((row) => ({
            key: row.app.app_id,
            title: row.app.app_name,
            detail: row.app.publisher ?? "No publisher",
            menuLabel: `Actions for ${row.app.app_name}`,
            actions: [
              {
                label: "Unlink",
                isDangerous: true,
                select: () => showDialog(<UnlinkAppDialog row={row} onChanged={(rows) => apps.change(() => rows)} />),
              },
            ],
          }))}
        />
      )}
    </Card>
  );
}

/** The groups of a member. */
function MemberGroups({ member, onChanged }: MemberDialogProps): VNode {
  const admin = useAdminConsole();
  const { team, showDialog } = admin;
  const { groups: ids, name, team_member_id } = member.profile;
  const groups = useLoaded(
    async () =>
      ids.length === 0 ? [] : keepFound(await explainErrors(team.groupsGetInfo(selectById(ids)), explainGroupInfo)),
    [team, ids.join()],
  );
  const join = (): void =>
    showDialog(<JoinGroupDialog members={[member]} onChanged={() => showChange(admin, onChanged)} />);
  return (
    <Card
      title="Groups"
      action={
        <button type="button" onClick={join}>
          Add to group
        </button>
      }
    >
      {groups.problem !== undefined && <Alert retry={groups.reload}>{groups.problem}</Alert>}
      {groups.value !== undefined && (
        <Items
          none="Not in any group."
          items={groups.value.map((group) => ({
            key: group.group_id,
            title: <a href={hrefFor("groups", group.group_id)}>{group.group_name}</a>,
            detail: counted(group.member_count ?? 0, "member"),
            menuLabel: `Actions for ${group.group_name}`,
            actions: [
              {
                label: "Remove from group",
                isDangerous: true,
                select: () =>
                  showDialog(
                    <LeaveGroupDialog
                      group={group}
                      memberId={team_member_id}
                      name={name.display_name}
                      onChanged={onChanged}
                    />,
                  ),
              },
            ],
          }))}
        />
      )}
    </Card>
  );
}

function selectById(group_ids: string[]): types.GroupsSelector {
  return { ".tag": "group_ids", group_ids };
}

function keepFound(items: readonly types.GroupsGetInfoItem[]): types.GroupFullInfo[] {
  return items.flatMap((item) => (item[".tag"] === "group_info" ? [item] : []));
}

interface CardProps {
  readonly title: string;
  /** A button next to the title. */
  readonly action?: VNode;
  readonly children: ComponentChildren;
}

/** A section of a page, with a heading. */
function Card({ title, action, children }: CardProps): VNode {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <div class="card-head">
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

interface Item {
  readonly key: string;
  readonly title: ComponentChildren;
  readonly detail: string;
  /** The label of the item's menu. */
  readonly menuLabel: string;
  readonly actions: readonly MenuItem[];
}

/** A short list within a card. Items can have menus. */
function Items({ items, none }: { readonly items: readonly Item[]; readonly none: ComponentChildren }): VNode {
  return items.length === 0 ? (
    <p class="muted">{none}</p>
  ) : (
    <ul class="items">
      {items.map(({ key, title, detail, menuLabel, actions }) => (
        <li key={key}>
          <span>
            {title}
            <small>{detail}</small>
          </span>
          {actions.length > 0 && <Menu label={menuLabel} items={actions} />}
        </li>
      ))}
    </ul>
  );
}
