import { authorizationUrl } from "../../runtime/oauth/authorization-url.js";
import { createPkce } from "../../runtime/oauth/pkce.js";
import { readCodeRedirect } from "../../runtime/oauth/redirect.js";
import { createState } from "../../runtime/oauth/state.js";
import { exchangeCode } from "../../runtime/oauth/token-request.js";

/**
 * Returns an access token. The user logs in in a separate window, through the code flow with PKCE. The app must have
 * registered the start page of the site as a redirect URI. Rejects with an Error whose message can be shown to the reader.
 */
export async function logIn(clientId: string, authorizeUrl: string, tokenUrl: string): Promise<string> {
  if (clientId === "") {
    throw new Error("Enter the key of your app first.");
  }
  // Before anything is awaited, because browsers only open windows in response to a click.
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

/** Returns the URL to which the window is redirected; see `log-in-redirect.ts`. */
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
