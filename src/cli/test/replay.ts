import type { ContractReport, ShownCall } from "../../contract/report/report.js";
import type { Credentials } from "../../contract/http/credentials.js";
import { UsageError } from "../../project/failure.js";
import { exitCode } from "../report/exit-code.js";
import { readJsonFile } from "./read-options.js";

/**
 * Makes the calls of the findings of a report again, and prints which ones show still: the last call is answered with the
 * same status. Returns the exit code.
 */
export async function replay(
  path: string,
  url: string,
  credentials: Credentials,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const { findings } = readJsonFile(path) as Partial<ContractReport>;
  if (findings === undefined) {
    throw new UsageError(`${path} is no report of 'ashlar test --format json'.`);
  }
  let errors = 0;
  for (const { code, severity, route, title, calls } of findings) {
    let status = 0;
    for (const call of calls) {
      status = await send(call, url, credentials, headers);
    }
    const isThere = status === calls.at(-1)?.status;
    errors += isThere && severity === "error" ? 1 : 0;
    const now = isThere ? "still there" : `not seen again (status ${status})`;
    process.stdout.write(`${severity}[${code}] ${route}: ${now}: ${title}\n`);
  }
  return errors > 0 ? 1 : exitCode.done;
}

/** The status of a reply; 0 if there is none. */
async function send(
  { method, url, headers, body }: ShownCall,
  base: string,
  { tokens, app }: Credentials,
  more: Readonly<Record<string, string>>,
): Promise<number> {
  const secrets = [...Object.values(tokens), ...(app === undefined ? [] : [app.key, app.secret])];
  const basic = app === undefined ? "" : btoa(`${app.key.value}:${app.secret.value}`);
  const withSecrets = (text: string): string =>
    secrets.reduce((all, { name, value }) => all.replaceAll(`$${name}`, value), text.replaceAll("$BASIC", basic));
  const target = new URL(url);
  const { origin } = new URL(base);
  try {
    const response = await fetch(new URL(target.pathname + target.search, origin), {
      method,
      headers: {
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withSecrets(value)])),
        ...more,
      },
      body: body === null ? null : new TextEncoder().encode(withSecrets(body)),
      redirect: "manual",
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
