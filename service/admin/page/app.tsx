import type { team as types } from "cloud-storage-api";
import type { VNode } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { closeSession, type Session } from "./calls/session.js";
import { useTitle } from "./components/heading.js";
import { Toaster, type Notice } from "./components/toaster.js";
import { AdminConsoleContext, type AdminConsole } from "./console-context.js";
import { replacePlace, usePlace } from "./location.js";
import { findPart, isPart } from "./parts.js";
import { problemText } from "./problems/problem.js";
import { Sidebar } from "./sidebar.js";

/** How long success messages are shown, in milliseconds. Problems are shown until they are dismissed. */
const noticeTime = 8_000;

/** The console, for an administrator who is logged in. */
export function App({ session }: { readonly session: Session }): VNode {
  const [notice, notify] = useState<Notice>();
  const [dialog, showDialog] = useState<VNode>();
  const [info, setInfo] = useState<types.TeamGetInfoResult | "unknown">();
  const refreshTeam = useCallback(() => {
    const setUnknown = (): void => setInfo((before) => before ?? "unknown"); // the lists also show the problem
    session.team.getInfo().then(setInfo, setUnknown);
  }, [session]);
  const [reloads, setReloads] = useState(0);
  const reload = useCallback(async () => {
    await session.lists.forget().catch(() => undefined); // the page shows the problem when it loads
    refreshTeam();
    setReloads((before) => before + 1);
  }, [session, refreshTeam]);
  const admin = useMemo<AdminConsole>(
    () => ({ ...session, notify, showDialog, reload, refreshTeam }),
    [session, reload, refreshTeam],
  );
  useEffect(refreshTeam, [refreshTeam]);
  useEffect(() => {
    const closeDialog = (): void => showDialog(undefined); // it belongs to the page that the user is leaving
    addEventListener("hashchange", closeDialog);
    return () => removeEventListener("hashchange", closeDialog);
  }, []);
  useEffect(() => {
    if (notice?.kind !== "done") {
      return;
    }
    const timer = setTimeout(() => notify(undefined), noticeTime);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <AdminConsoleContext.Provider value={admin}>
      <SkipLink />
      <div class="shell">
        <Sidebar info={info} session={session} logOut={() => void logOut(notify)} />
        <Content reloads={reloads} notify={notify} />
      </div>
      <Toaster notice={notice} dismiss={() => notify(undefined)} />
      {dialog}
    </AdminConsoleContext.Provider>
  );
}

interface ContentProps {
  readonly reloads: number;
  readonly notify: AdminConsole["notify"];
}

/** The part that the URL names. When it changes or is reloaded, the focus moves to its heading, as on a new page. */
function Content({ reloads, notify }: ContentProps): VNode {
  const { part, id } = usePlace();
  const [name, { title, List, Detail }] = findPart(part);
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useTitle(title);
  useEffect(() => {
    if (part !== "" && !isPart(part)) {
      replacePlace(name);
      notify({ kind: "problem", text: `The console has no such page. Here are the ${title.toLowerCase()} instead.` });
    }
  }, [part, name, title, notify]);
  useEffect(() => {
    if (!isFirst.current) {
      main.current?.querySelector<HTMLElement>("h1")?.focus();
      scrollTo(0, 0);
    }
    isFirst.current = false;
  }, [name, id, reloads]);
  return (
    <main id="content" ref={main} tabIndex={-1}>
      {id !== "" && Detail !== undefined ? (
        <Detail key={`${id} ${reloads}`} id={id} />
      ) : (
        <List key={`${name} ${reloads}`} />
      )}
    </main>
  );
}

function SkipLink(): VNode {
  const skip = (event: MouseEvent): void => {
    event.preventDefault(); // the fragment of the URL names the part
    document.getElementById("content")?.focus();
  };
  return (
    <a class="skip-link" href="#content" onClick={skip}>
      Skip to content
    </a>
  );
}

async function logOut(notify: AdminConsole["notify"]): Promise<void> {
  try {
    location.assign((await closeSession()) ? "/" : "/?problem=log-out");
  } catch (thrown) {
    notify({ kind: "problem", text: problemText(thrown) });
  }
}
