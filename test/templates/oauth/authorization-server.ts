import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What the server knows of the one app, and of the one user who has granted access. */
export const app = { clientId: "k+e&y", clientSecret: 's+e%c&r=e"t é' };

interface Grant {
  readonly redirectUri?: string;
  readonly codeChallenge?: string;
}

/** A request that came to the token endpoint. */
interface TokenRequest {
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly form: ReadonlyMap<string, string>;
}

/** A small authorization server, which is strict where the standard is (RFC 6749, RFC 7636). */
export interface AuthorizationServer {
  readonly tokenUrl: string;
  readonly requests: readonly TokenRequest[];
  /** A code that a user has just been given. */
  grant(grant?: Grant): string;
  /** The refresh token that is good now; each refresh replaces it. */
  refreshToken: string;
  /** Members of the next answers beside the token. */
  members: Readonly<Record<string, unknown>>;
  /** What is answered instead, so many times or as long as it is set. 0 closes the connection, 1 answers nothing. */
  instead: { status: number; headers?: Record<string, string>; body: string; times?: number } | undefined;
  close(): void;
}

class Refused extends Error {}

export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const grants = new Map<string, Grant>();
  const requests: TokenRequest[] = [];
  let issued = 0;
  const server: Server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const form = new Map(new URLSearchParams(body));
      requests.push({ url: request.url, headers: request.headers, form });
      const { instead } = state;
      if (instead?.times !== undefined && --instead.times <= 0) {
        state.instead = undefined;
      }
      const { status, headers, body: answer } = instead ?? answerTo(request, form);
      if (status === 0) {
        response.destroy();
      }
      if (status < 2) {
        return;
      }
      response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(answer);
    })();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));

  function answerTo(
    request: IncomingMessage,
    form: ReadonlyMap<string, string>,
  ): { status: number; headers?: Record<string, string>; body: string } {
    try {
      checkRequest(request);
      checkCredentials(request, form);
      const granted = form.get("grant_type") === "refresh_token" ? refresh(form) : exchange(form);
      const token = { access_token: `token-${++issued}`, token_type: "Bearer", ...granted, ...state.members };
      return { status: 200, body: JSON.stringify(token) };
    } catch (thrown) {
      if (thrown instanceof Refused) {
        return { status: 400, headers: { "Content-Type": "text/plain" }, body: thrown.message };
      }
      throw thrown;
    }
  }

  function exchange(form: ReadonlyMap<string, string>): object {
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    refuseUnless(form.get("grant_type") === "authorization_code", "unknown grant_type");
    refuseUnless(grant !== undefined, `code "${code}" is not valid`);
    refuseUnless(form.get("redirect_uri") === grant?.redirectUri, "redirect_uri is another one");
    const verifier = form.get("code_verifier");
    const challenge = verifier && createHash("sha256").update(verifier).digest("base64url");
    refuseUnless(challenge === grant?.codeChallenge, "code_verifier does not match");
    return { account_id: "dbid:1", uid: "1", refresh_token: state.refreshToken };
  }

  function refresh(form: ReadonlyMap<string, string>): object {
    refuseUnless(form.get("refresh_token") === state.refreshToken, "refresh token is not valid");
    state.refreshToken = `${state.refreshToken}+`;
    return { refresh_token: state.refreshToken };
  }

  const state: AuthorizationServer = {
    tokenUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/oauth2/token`,
    requests,
    grant(grant = {}) {
      const code = `code&${grants.size}`;
      grants.set(code, grant);
      return code;
    },
    refreshToken: "refresh&1",
    members: {},
    instead: undefined,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return state;
}

function checkRequest(request: IncomingMessage): void {
  refuseUnless(request.method === "POST", "not a POST");
  refuseUnless(request.url === "/oauth2/token", "secrets in the URL");
  const type = request.headers["content-type"] ?? "";
  refuseUnless(/^application\/x-www-form-urlencoded(;charset=utf-8)?$/i.test(type), "not a form");
}

function checkCredentials(request: IncomingMessage, form: ReadonlyMap<string, string>): void {
  const [, base64] = /^Basic (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  const basic = base64 && Buffer.from(base64, "base64").toString();
  const inForm = `${form.get("client_id") ?? ""}:${form.get("client_secret") ?? ""}`;
  refuseUnless(basic === undefined || !form.has("client_secret"), "credentials given twice");
  const given = basic ?? inForm;
  // An app without a secret has PKCE instead.
  const isPublic = given === `${app.clientId}:` && form.has("code_verifier");
  refuseUnless(isPublic || given === `${app.clientId}:${app.clientSecret}`, `wrong credentials ${given}`);
}

function refuseUnless(condition: boolean, message: string): void {
  if (!condition) {
    throw new Refused(message);
  }
}
