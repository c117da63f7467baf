import type { team as types } from "cloud-storage-api";
import type { VNode } from "preact";
import type { Session } from "./calls/session.js";
import { Avatar } from "./components/badge.js";
import { Icon } from "./components/icon.js";
import { Menu } from "./components/menu.js";
import { formatNumber } from "./components/text.js";
import { usePlace } from "./location.js";
import { findPart, parts } from "./parts.js";

interface SidebarProps {
  /** Information about the team; undefined until it is loaded, `unknown` if it could not be loaded. */
  readonly info: types.TeamGetInfoResult | "unknown" | undefined;
  readonly session: Pick<Session, "administrator" | "accountUrl">;
  readonly logOut: () => void;
}

/** The sidebar: the team, the parts, and the administrator who is logged in. */
export function Sidebar({ info: loaded, session: { administrator, accountUrl }, logOut }: SidebarProps): VNode {
  const info = loaded === "unknown" ? undefined : loaded;
  return (
    <div class="sidebar">
      <header class="team">
        <span class="team-mark" aria-hidden="true">
          {[...(info?.name ?? "")][0] ?? ""}
        </span>
        <p>
          <strong>{info?.name ?? (loaded === "unknown" ? "Your team" : "Loading …")}</strong>
          {info !== undefined && (
            <small>
              {formatNumber(info.num_provisioned_users)} of {formatNumber(info.num_licensed_users)} licenses used
            </small>
          )}
        </p>
      </header>
      <Navigation />
      <footer class="account">
        <Menu
          label="Account"
          items={[
            { label: "Your account", icon: "members", select: () => location.assign(accountUrl) },
            { label: "Apps of the team", icon: "apps", select: () => location.assign(`${accountUrl}/team-apps`) },
            { label: "Team security", icon: "members", select: () => location.assign(`${accountUrl}/team-security`) },
            { label: "Audit log", icon: "activity", select: () => location.assign(`${accountUrl}/audit`) },
            { label: "Log out", icon: "log-out", select: logOut },
          ]}
        >
          <span class="person">
            <Avatar name={administrator?.name ?? "Admin"} />
            <span class="account-name">
              <span class="visually-hidden">Account of </span>
              {administrator?.name ?? "Administrator"}
              {administrator !== undefined && <small>{administrator.email}</small>}
            </span>
          </span>
        </Menu>
      </footer>
    </div>
  );
}

function Navigation(): VNode {
  const [current] = findPart(usePlace().part);
  return (
    <nav class="parts" aria-label="Admin console">
      {Object.entries(parts).map(([name, { title, shortTitle, icon }]) => (
        <a key={name} href={`#${name}`} aria-current={name === current ? "page" : undefined} aria-label={title}>
          <Icon name={icon} />
          <span class="wide-only">{title}</span>
          <span class="narrow-only">{shortTitle}</span>
        </a>
      ))}
    </nav>
  );
}
