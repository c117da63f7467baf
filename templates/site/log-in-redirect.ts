/** In the window of a log-in that has returned to the site, passes the address to the page that opened it (SITE-28). */
export function returnFromLogIn(): void {
  const opener = globalThis.opener as Window | null;
  const parameters = new URLSearchParams(location.search);
  if (opener !== null && parameters.has("state") && (parameters.has("code") || parameters.has("error"))) {
    opener.postMessage(location.href, location.origin);
    close();
  }
}
