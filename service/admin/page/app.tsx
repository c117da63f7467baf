import type { team as types } from "cloud-storage-api";
import type { VNode } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { closeSession, type Session } from "./calls/session.js";
import { Toaster, type Notice } from "./components/toaster.js";
import { ConsoleContext, type Console } from "./console-context.js";
import { usePlace } from "./location.js";
import { findPart } from "./parts.js";
import { problemText } from "./problems/call-problem.js";
import { Sidebar } from "./sidebar.js";
import { useTitle } from "./use-title.js";

/** How long success messages are shown, in milliseconds. Problems are shown until they are dismissed. */
const noticeTime = 8_000;

/** The console of an administrator who is logged in. */
export function App({ session }: { readonly session: Session }): VNode {
  const [notice, notify] = useState<Notice>();
  const [dialog, showDialog] = useState<VNode>();
  const [info, setInfo] = useState<types.TeamGetInfoResult>();
  const refreshTeam = useCallback(() => {
    session.team.getInfo().then(setInfo, () => undefined); // the lists show the problem
  }, [session]);
  const [reloads, setReloads] = useState(0);
  const reload = useCallback(async () => {
    await session.lists.forget().catch(() => undefined); // the page shows the problem when it loads
    setReloads((before) => before + 1);
  }, [session]);
  const console = useMemo<Console>(
    () => ({ ...session, notify, showDialog, reload, refreshTeam }),
    [session, reload, refreshTeam],
  );
  useEffect(refreshTeam, [refreshTeam]);
  useEffect(() => {
    const closeDialog = (): void => showDialog(undefined); // it is about the place that the user leaves
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
    <ConsoleContext.Provider value={console}>
      <SkipLink />
      <div class="shell">
        <Sidebar info={info} administrator={session.administrator} logOut={() => void logOut(notify)} />
        <Content reloads={reloads} />
      </div>
      <Toaster notice={notice} dismiss={() => notify(undefined)} />
      {dialog}
    </ConsoleContext.Provider>
  );
}

/** The part in the URL. When it changes or is reloaded, the focus moves to its heading, as on a new page. */
function Content({ reloads }: { readonly reloads: number }): VNode {
  const { part, id } = usePlace();
  const [name, { title, List, Detail }] = findPart(part);
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useTitle(title);
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

async function logOut(notify: Console["notify"]): Promise<void> {
  try {
    location.assign((await closeSession()) ? "/" : "/?problem=log-out");
  } catch (thrown) {
    notify({ kind: "problem", text: problemText(thrown) });
  }
}
