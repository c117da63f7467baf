import type { DemoData } from "./demo-data.js";
import { admin } from "./team.js";

/** Returns the text that the demo prints after the start: URLs, credentials and an example call. */
export function greeting(serviceUrl: string, consoleUrl: string, folder: string, { token, sample }: DemoData): string {
  return `
  Admin console   ${consoleUrl}
                  Log in as ${admin.email} with the password ${JSON.stringify(admin.password)}.
  Service         ${serviceUrl}

  A first call, which lists Ada's files:

    curl ${serviceUrl}/2/files/list_folder \\
      -H 'Authorization: Bearer ${token}' \\
      -H 'Content-Type: application/json' \\
      -d '{"path": ""}'

  App key         ${sample.key}
  App secret      ${sample.secret}
                  A sample application of users, for OAuth with the redirect URI http://localhost:8080/callback.
  Invitations     npm run demo -- invitations
                  Lists the links of invitations, as the service sends no mail. "npm run demo -- help" has more commands.
  Test controls   ${serviceUrl}/test/...
                  On in the demo: without a token, they add teams and apps, issue tokens, move the clock and inject
                  faults. service/README.md describes them. Never let others reach them.
  Data            ${folder}
                  Delete this folder to start over. Press Ctrl+C to stop.

`;
}
