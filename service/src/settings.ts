import { resolve } from "node:path";
import type { Bucket } from "./contents/s3-contents.js";

/** What is decided when the service starts. */
export interface Settings {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** The URL of a PostgreSQL server; without one the database is embedded, with its data in the folder. */
  readonly databaseUrl: string | undefined;
  /** The folder of the data: the contents of files, and the embedded database. */
  readonly folder: string;
  /** Whether the embedded database waits for the disk, so that what is committed survives a loss of power. */
  readonly isSynced: boolean;
  /** Where the contents of files are kept instead of the folder, which then has only what is coming in. */
  readonly bucket: Bucket | undefined;
  /** The URL at which people see the pages, if it is another one; with HTTPS, cookies need it too. */
  readonly webUrl: string | undefined;
  /** Where callers reach what is served besides the API, such as `https://content.example.com`; as they called, by default. */
  readonly contentUrl: string | undefined;
  /** Whether there are controls for tests, which let anybody do anything. */
  readonly hasTestControls: boolean;
  /** The least severe messages that are logged. */
  readonly logLevel: string;
  /** How many members are on a page of devices or linked applications, for which callers set no limit. */
  readonly membersPerPage: number;
  /** How many calls a user or team may make in a minute (B-248); no limit if it is undefined. */
  readonly callsPerMinute: number | undefined;
  /** How many times a minute something may be written in one user's storage; no limit if it is undefined. */
  readonly writesPerMinute: number | undefined;
  /** How long to wait for the receiver of a notification, in milliseconds (N-10). */
  readonly webhookTimeout: number;
  /** How long to wait before a notification is sent for the second time, in milliseconds; each next time four times as long. */
  readonly webhookRetryDelay: number;
  /** Whether webhooks may lead to this machine and into private networks; by default only where there are test controls. */
  readonly allowsPrivateWebhooks: boolean;
  /** How many accounts may be made in an hour from one address. */
  readonly signUpsPerHour: number;
}

/** The settings that environment variables give. Throws an Error that says which is wrong. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  // An empty variable is ignored: an empty host, for example, would mean all addresses of the machine.
  const text = (name: string): string | undefined => (environment[name] === "" ? undefined : environment[name]);
  const number = (name: string): number | undefined => wholeNumber(name, text(name));
  const flag = (name: string, otherwise = false): boolean => {
    const digit = text(name) ?? (otherwise ? "1" : "0");
    if (!["0", "1"].includes(digit)) {
      throw new Error(`${name} must be 1 or 0, not ${JSON.stringify(digit)}.`);
    }
    return digit === "1";
  };
  const choice = (name: string, values: readonly string[]): string | undefined => {
    const value = text(name);
    if (value !== undefined && !values.includes(value)) {
      throw new Error(`${name} must be ${values.join(" or ")}, not ${JSON.stringify(value)}.`);
    }
    return value;
  };
  return {
    host: text("HOST") ?? "127.0.0.1",
    port: number("PORT") ?? 4100,
    databaseUrl: text("DATABASE_URL"),
    folder: resolve(text("DATA_FOLDER") ?? "data"),
    isSynced: choice("SYNC", ["off", "full"]) === "full",
    bucket: readBucket(text),
    webUrl: text("WEB_URL"),
    contentUrl: text("CONTENT_URL"),
    hasTestControls: flag("TEST_CONTROLS"),
    logLevel: text("LOG_LEVEL") ?? "info",
    membersPerPage: number("MEMBERS_PER_PAGE") ?? 100,
    callsPerMinute: number("CALLS_PER_MINUTE"),
    writesPerMinute: number("WRITES_PER_MINUTE"),
    webhookTimeout: number("WEBHOOK_TIMEOUT") ?? 10_000,
    webhookRetryDelay: number("WEBHOOK_RETRY_DELAY") ?? 10_000,
    allowsPrivateWebhooks: flag("WEBHOOK_PRIVATE_NETWORKS", flag("TEST_CONTROLS")),
    signUpsPerHour: number("SIGN_UPS_PER_HOUR") ?? 100,
  };
}

/** The port that an environment variable names; 0 stands for any that is free. Throws an Error if it is no number. */
export function portSetting(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
  otherwise: number,
): number {
  const text = environment[name];
  return wholeNumber(name, text === "" ? undefined : text) ?? otherwise;
}

function wholeNumber(name: string, digits: string | undefined): number | undefined {
  if (digits === undefined) {
    return undefined;
  }
  if (!/^\d{1,9}$/.test(digits)) {
    throw new Error(`${name} must be a whole number, not ${JSON.stringify(digits)}.`);
  }
  return Number(digits);
}

/** The bucket for contents, if there is one. Throws an Error if a part of it is missing or wrong. */
function readBucket(text: (name: string) => string | undefined): Bucket | undefined {
  const url = text("S3_BUCKET_URL");
  if (url === undefined) {
    return undefined;
  }
  if (!/^https?:\/\/[^/]+\/[^/?#]+[^?#]*$/.test(url)) {
    throw new Error("S3_BUCKET_URL must be the URL of a bucket, such as https://s3.example.com/bucket.");
  }
  const [accessKeyId, secretAccessKey] = [text("S3_ACCESS_KEY_ID"), text("S3_SECRET_ACCESS_KEY")];
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new Error("S3_BUCKET_URL needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.");
  }
  return { url, region: text("S3_REGION") ?? "us-east-1", accessKeyId, secretAccessKey };
}
