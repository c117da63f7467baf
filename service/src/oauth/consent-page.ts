import { html } from "hono/html";
import type { Person } from "../accounts/account.js";
import { tokenField } from "../pages/forms.js";
import { page, type Html } from "../pages/layout.js";
import { describeAbilities } from "./abilities.js";
import { obstacle, tokenFlow } from "./approval.js";
import { type AuthorizationRequest, type AuthorizeContext, pageUrl } from "./authorization-request.js";

/** Returns the page that asks a user, who may be logged in to several accounts, for consent to an app. */
export function consentPage(context: AuthorizeContext, people: readonly Person[]): Html {
  const { request } = context.var;
  const { app, target } = request;
  const able = people.find((person) => obstacle(request, person) === undefined);
  return page(
    `Connect ${app.name}?`,
    html`
      <p>
        <strong><bdi>${app.name}</bdi></strong> ${app.publisher === null ? "" : html`of <bdi>${app.publisher}</bdi>`}
        asks for access to your ${app.kind === "team" ? "team" : "account"}. It will be able to:
      </p>
      <ul>
        ${describeAbilities(app).map((ability) => html`<li>${ability}</li>`)}
      </ul>
      <form method="post" action="${pageUrl(context)}">
        ${tokenField(context)}
        <fieldset>
          <legend>Account</legend>
          ${people.map((person) => choice(request, person, person === able))}
        </fieldset>
        <div class="buttons">
          <button name="decision" value="allow" ${able === undefined ? html`disabled` : ""}>Allow</button>
          <button name="decision" value="deny" class="quiet">Deny</button>
        </div>
      </form>
      <p class="aside">${describeLifetime(request)} ${destination(target.redirectUri)}</p>
      <nav>
        <a href="${pageUrl(context, "/log-in")}">Use another account</a>
        <form method="post" action="${pageUrl(context, "/log-out")}">
          ${tokenField(context)}<button class="link">Log out</button>
        </form>
      </nav>
    `,
    html`Connect <bdi>${app.name}</bdi>?`,
  );
}

function choice(request: AuthorizationRequest, person: Person, isChosen: boolean): Html {
  const reason = obstacle(request, person);
  const states = html`${reason === undefined ? "" : html`disabled`} ${isChosen ? html`checked` : ""}`;
  return html`<label class="choice">
    <input type="radio" name="account" value="${person.id}" ${states} />
    <span>
      <bdi>${person.given_name} ${person.surname}</bdi>
      <small>${person.email}, ${person.kind === "work" ? `work${teamLabel(person)}` : "personal"}</small>
      ${reason === undefined ? "" : html`<small class="problem">${reason}</small>`}
    </span>
  </label>`;
}

function teamLabel({ team_name }: Person): string {
  return team_name === null ? "" : ` at ${team_name}`;
}

/** Returns a sentence that says how long the app keeps the access. */
function describeLifetime({ app, target }: AuthorizationRequest): string {
  const seconds = target.flow === "token" ? tokenFlow.lifetime : app.token_lifetime;
  if (seconds === null) {
    return `The access lasts until it is ended at ${app.kind === "team" ? "“Apps of your team”" : "“Your account”"}.`;
  }
  const hours = Math.ceil(seconds / 3_600);
  return `The access ends after ${hours === 1 ? "an hour" : `${hours} hours`}.`;
}

function destination(redirectUri: string | undefined): string {
  return redirectUri === undefined
    ? "If you allow access, you will see a code to copy into the app."
    : `Either way, you will be redirected to ${new URL(redirectUri).host}.`;
}

/** Returns the page with a code that the user copies into the app (B-066). */
export function codePage({ name }: AuthorizationRequest["app"], code: string): Html {
  return page(
    "One more step",
    html`
      <p>
        Copy this code into <strong><bdi>${name}</bdi></strong
        >. It is valid for 10 minutes.
      </p>
      <p><code class="code">${code}</code></p>
    `,
  );
}
