import { authorizationUrl } from "../../runtime/oauth/authorization-url.js";
import { createPkce } from "../../runtime/oauth/pkce.js";
import { readCodeRedirect } from "../../runtime/oauth/redirect.js";
import { createState } from "../../runtime/oauth/state.js";
import { exchangeCode } from "../../runtime/oauth/token-request.js";

/**
 * Opens a window in which the user logs in, through the code flow with PKCE. Returns an access token. The app must have
 * registered the start page of the site as a redirect URI. Rejects with an Error whose message can be shown to the reader.
 */
export async function logIn(clientId: string, authorizeUrl: string, tokenUrl: string): Promise<string> {
  if (clientId === "") {
    throw new Error("Enter the key of your app first.");
  }
  // Opened before anything is awaited, because browsers only open windows in response to a click.
  const popup = open("about:blank", "_blank", "popup,width=600,height=700");
  if (popup === null) {
    throw new Error("The browser has not opened a window.");
  }
  const redirectUri = new URL(`${document.documentElement.dataset["root"] ?? ""}index.html`, location.href).href;
  const { codeVerifier, codeChallenge } = await createPkce();
  const state = createState();
  popup.location.href = authorizationUrl({ authorizeUrl, clientId, redirectUri, state, codeChallenge });
  const { code } = readCodeRedirect(await redirect(popup), { state });
  const tokens = await exchangeCode({ tokenUrl, clientId, code, codeVerifier, redirectUri });
  return tokens.access_token;
}

/** Waits for the redirect of the window; see `log-in-redirect.ts`. Returns the URL to which it is redirected. */
function redirect(popup: Window): Promise<string> {
  return new Promise((resolve) => {
    const listen = ({ source, origin, data }: MessageEvent): void => {
      if (source === popup && origin === location.origin && typeof data === "string") {
        removeEventListener("message", listen);
        resolve(data);
      }
    };
    addEventListener("message", listen);
  });
}
