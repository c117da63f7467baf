import { html } from "hono/html";
import type { Person } from "../accounts/person.js";
import type { Backend } from "../backend.js";
import { tokenField } from "../pages/forms.js";
import { page, type Html } from "../pages/layout.js";
import type { PageContext } from "../pages/session.js";

/** The page of the accounts to which a browser is logged in. */
export function overviewPage(context: PageContext, _backend: Backend, people: readonly Person[]): Promise<Html> {
  return Promise.resolve(
    page(
      "Your account",
      html`
        ${people.map((person) => account(person))}
        <form method="post" action="/account/log-out">
          ${tokenField(context)}
          <div class="buttons"><button class="quiet">Log out</button></div>
        </form>
      `,
    ),
  );
}

function account({ id, email, given_name, surname, team_name }: Person): Html {
  return html`<section>
    <h2>${given_name} ${surname}</h2>
    <p>${email}${team_name === null ? "" : `, ${team_name}`}</p>
    <p><a href="/account/password?account=${encodeURIComponent(id)}">Change the password</a></p>
  </section>`;
}
