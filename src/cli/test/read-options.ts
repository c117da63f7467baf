import { readFileSync } from "node:fs";
import type { Credentials, Secret } from "../../contract/http/credentials.js";
import { phases, type Phase } from "../../contract/options.js";
import { failureReason, UsageError } from "../../project/failure.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the credentials that options name. Throws a UsageError if a variable is not set. */
export function readCredentials(
  tokens: readonly string[],
  app: string | undefined,
  environment: Environment,
): Credentials {
  const entries = tokens.map((text) => {
    const [, kind = "", variable = ""] = /^(?:([^=]*)=)?(.*)$/s.exec(text) ?? [];
    return [kind, readSecret(variable, "--token", environment)] as const;
  });
  const [key, secret, ...others] = app?.split(":") ?? [];
  if (app !== undefined && (key === undefined || secret === undefined || others.length > 0)) {
    throw new UsageError("'--app' must name two environment variables, as in APP_KEY:APP_SECRET.");
  }
  return {
    tokens: Object.fromEntries(entries),
    app:
      key === undefined || secret === undefined
        ? undefined
        : { key: readSecret(key, "--app", environment), secret: readSecret(secret, "--app", environment) },
  };
}

function readSecret(name: string, option: string, environment: Environment): Secret {
  const value = environment[name];
  if (value === undefined || value === "") {
    throw new UsageError(`The environment variable '${name}', which '${option}' names, is not set.`);
  }
  return { name, value };
}

/** The headers, and what is displayed for those whose values come from variables. */
export interface ReadHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly shown: ReadonlyMap<string, string>;
}

/** Parses options such as `Name: value` or `Name: $VARIABLE`. */
export function readHeaders(options: readonly string[], environment: Environment): ReadHeaders {
  const headers: Record<string, string> = {};
  const shown = new Map<string, string>();
  for (const option of options) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/s.exec(option) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError(`'--header' must be 'Name: value', not '${option}'.`);
    }
    const [, variable] = /^\$(\w+)$/.exec(value) ?? [];
    headers[name] = variable === undefined ? value : readSecret(variable, "--header", environment).value;
    if (variable !== undefined) {
      shown.set(name.toLowerCase(), value);
    }
  }
  return { headers, shown };
}

/** Parses options such as `content=https://content.example.com`. */
export function readHosts(options: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    options.map((option) => {
      const [, host, url] = /^([^=]+)=(https?:.+)$/s.exec(option) ?? [];
      if (host === undefined || url === undefined || !URL.canParse(url)) {
        throw new UsageError(`'--host' must be HOST=URL, not '${option}'.`);
      }
      return [host, url];
    }),
  );
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/**
 * Parses a duration such as `60s`, `10m` or `500ms`, and returns it in milliseconds. A number without a unit is in
 * seconds.
 */
export function readDuration(text: string, option: string): number {
  const [, number, unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  if (number === undefined) {
    throw new UsageError(`'${option}' must be a time such as 60s or 500ms, not '${text}'.`);
  }
  return Number(number) * (units[unit] ?? 1);
}

/** Parses a rate such as `20/s` or `20`, and returns the calls per second. */
export function readRate(text: string): number {
  const [, number] = /^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(text) ?? [];
  if (number === undefined) {
    throw new UsageError(`'--rate' must be calls per second, such as 20/s, not '${text}'.`);
  }
  return Number(number);
}

export function readPhases(text: string): readonly Phase[] {
  return text.split(",").map((name) => {
    const phase = phases.find((each) => each === name.trim());
    if (phase === undefined) {
      throw new UsageError(`'--phases' has no phase '${name}'. There are ${phases.join(", ")}.`);
    }
    return phase;
  });
}

/** Reads a JSON file. Throws a UsageError if it cannot be read or is not JSON. */
export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (thrown) {
    throw new UsageError(`${path} cannot be read: ${failureReason(thrown)}.`);
  }
}

/** Reads the values in a file for `--values`. Throws a UsageError if the file is invalid. */
export function readValues(path: string): Readonly<Record<string, readonly unknown[]>> {
  const values = readJsonFile(path);
  const isRight =
    typeof values === "object" &&
    values !== null &&
    !Array.isArray(values) &&
    Object.values(values).every(Array.isArray);
  if (!isRight) {
    throw new UsageError(`${path} must be an object with lists of values, such as { "files.Path": ["/a.txt"] }.`);
  }
  return values as Readonly<Record<string, readonly unknown[]>>;
}

/** Checks that a number is an integer of at least `least`, and returns it. Throws a UsageError if it is not. */
export function checkedNumber(value: number | undefined, option: string, least: number): number | undefined {
  if (value !== undefined && (!Number.isInteger(value) || value < least)) {
    throw new UsageError(`'${option}' must be an integer of at least ${least}.`);
  }
  return value;
}
