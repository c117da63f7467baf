/** If this window was opened for a log-in that has ended, passes its URL to the page that opened it, and closes it (SITE-28). */
export function returnFromLogIn(): void {
  const opener = globalThis.opener as Window | null;
  const parameters = new URLSearchParams(location.search);
  if (opener !== null && parameters.has("state") && (parameters.has("code") || parameters.has("error"))) {
    opener.postMessage(location.href, location.origin);
    close();
  }
}
