import { resolve } from "node:path";
import { defaultContentsTimeout } from "./contents/contents.js";
import type { Bucket } from "./contents/s3-contents.js";
import { defaultDatabaseTimeout, defaultLockTimeout } from "./database/unavailable.js";

/** The settings for sending mails. */
export interface MailSettings {
  /** The URL of the mail server, including the user and the password. */
  readonly server: string;
  readonly from: string;
  /** The public URL of the service, for links. */
  readonly url: string;
}

/** The settings of the service. */
export interface Settings {
  readonly host: string;
  /** The port; 0 selects any free port. */
  readonly port: number;
  /** The URL of a PostgreSQL server; undefined if the database is embedded, with its data in `folder`. */
  readonly databaseUrl: string | undefined;
  /** How long a statement on a PostgreSQL server waits for a lock, in milliseconds; 0 waits indefinitely. */
  readonly lockTimeout: number;
  /**
   * How long to wait for a connection to a PostgreSQL server, for a statement outside of transactions, and for a server that does
   * not respond, in milliseconds.
   */
  readonly databaseTimeout: number;
  /** How long to wait for the first byte from the bucket, in milliseconds. */
  readonly contentsTimeout: number;
  /** How long to wait for the body of a call, and for each part of an upload, in milliseconds. */
  readonly bodyTimeout: number;
  /** The folder for the contents of files and the embedded database. */
  readonly folder: string;
  /** Whether the embedded database waits for the disk, so that committed data survives a power failure. */
  readonly isSynced: boolean;
  /**
   * The bucket for the contents of files; undefined if they are in `folder`. With a bucket, `folder` only holds uploads in
   * progress.
   */
  readonly bucket: Bucket | undefined;
  /**
   * The public URL of the web pages, if it differs from the address that the service listens on. If it uses HTTPS, cookies are
   * marked `Secure`.
   */
  readonly webUrl: string | undefined;
  /** The base URL of temporary links, such as `https://content.example.com`; the origin of the request if it is undefined. */
  readonly contentUrl: string | undefined;
  /** The key that encrypts secrets in the database, and links in mails; undefined if it is in the data folder. */
  readonly secretKey: string | undefined;
  /** Another key, such as the previous one, with which secrets, links and cursors can also be read. */
  readonly secretKeyFallback: string | undefined;
  /** Whether the test controls are enabled. With them, anyone can do anything. */
  readonly hasTestControls: boolean;
  /** The minimum level of messages that are logged. */
  readonly logLevel: string;
  /** The page size of the lists of devices and linked apps, which callers cannot set. */
  readonly membersPerPage: number;
  /** The maximum number of calls of a user or team per minute (B-248); undefined for no limit. */
  readonly callsPerMinute: number | undefined;
  /** The maximum number of writes to one user's storage per minute; undefined for no limit. */
  readonly writesPerMinute: number | undefined;
  /** How long to wait for the receiver of a notification, in milliseconds (N-10). */
  readonly webhookTimeout: number;
  /** The delay before the first retry of a notification, in milliseconds. Each later delay is four times as long. */
  readonly webhookRetryDelay: number;
  /** Whether webhook URLs may point to this machine and to private networks; by default only with test controls. */
  readonly allowsPrivateWebhooks: boolean;
  /** The file with the hashes of breached passwords, which are rejected; undefined if there is none. */
  readonly breachedPasswords: string | undefined;
  /** The maximum number of accounts that one network can create per hour. */
  readonly signUpsPerHour: number;
  /** The token that scrapers of metrics must send; undefined if there are no metrics. */
  readonly metricsToken: string | undefined;
  /** The settings for sending mails; undefined if no mails are sent. */
  readonly mail: MailSettings | undefined;
  /** Whether the service runs behind a reverse proxy whose `X-Forwarded-For` header is trusted for client addresses. */
  readonly trustsProxy: boolean;
  /** How long events of the audit trail are stored, in days. */
  readonly auditDays: number;
}

/** Reads the settings from environment variables. Throws an Error that names the variable that is invalid. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  // Empty variables are ignored: an empty host, for example, would mean all addresses of the machine.
  const text = (name: string): string | undefined => (environment[name] === "" ? undefined : environment[name]);
  const url = (name: string): string | undefined => text(name)?.replace(/\/$/, "");
  const number = (name: string): number | undefined => nonNegativeInteger(name, text(name));
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
    port: portSetting(environment, "PORT", 4100),
    databaseUrl: text("DATABASE_URL"),
    lockTimeout: number("LOCK_TIMEOUT") ?? defaultLockTimeout,
    databaseTimeout: number("DB_TIMEOUT") ?? defaultDatabaseTimeout,
    contentsTimeout: number("CONTENTS_TIMEOUT") ?? defaultContentsTimeout,
    bodyTimeout: number("BODY_TIMEOUT") ?? 30_000,
    folder: resolve(text("DATA_FOLDER") ?? "data"),
    isSynced: choice("SYNC", ["off", "full"]) === "full",
    bucket: readBucket(text),
    webUrl: url("WEB_URL"),
    contentUrl: url("CONTENT_URL") ?? url("WEB_URL"),
    secretKey: readSecretKey("SECRET_KEY", text("SECRET_KEY")),
    secretKeyFallback: readSecretKey("SECRET_KEY_FALLBACK", text("SECRET_KEY_FALLBACK")),
    hasTestControls: flag("TEST_CONTROLS"),
    logLevel: choice("LOG_LEVEL", ["trace", "debug", "info", "warn", "error", "fatal", "silent"]) ?? "info",
    membersPerPage: number("MEMBERS_PER_PAGE") ?? 100,
    callsPerMinute: number("CALLS_PER_MINUTE"),
    writesPerMinute: number("WRITES_PER_MINUTE"),
    webhookTimeout: number("WEBHOOK_TIMEOUT") ?? 10_000,
    webhookRetryDelay: number("WEBHOOK_RETRY_DELAY") ?? 10_000,
    allowsPrivateWebhooks: flag("WEBHOOK_PRIVATE_NETWORKS", flag("TEST_CONTROLS")),
    breachedPasswords: text("BREACHED_PASSWORDS"),
    signUpsPerHour: number("SIGN_UPS_PER_HOUR") ?? 100,
    metricsToken: text("METRICS_TOKEN"),
    mail: readMail(text),
    trustsProxy: flag("TRUST_PROXY"),
    auditDays: number("AUDIT_DAYS") ?? 365,
  };
}

/** Returns the port in an environment variable, or a default. Throws an Error if the value is not a port number. */
export function portSetting(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
  otherwise: number,
): number {
  const text = environment[name];
  const port = nonNegativeInteger(name, text === "" ? undefined : text) ?? otherwise;
  if (port > 65_535) {
    throw new Error(`${name} must be at most 65535, not ${port}.`);
  }
  return port;
}

function nonNegativeInteger(name: string, digits: string | undefined): number | undefined {
  if (digits === undefined) {
    return undefined;
  }
  if (!/^\d{1,9}$/.test(digits)) {
    throw new Error(`${name} must be an integer from 0 to 999999999, not ${JSON.stringify(digits)}.`);
  }
  return Number(digits);
}

/** Returns the settings for sending mails; undefined if none are set. Throws an Error if they are incomplete or invalid. */
function readMail(text: (name: string) => string | undefined): MailSettings | undefined {
  const server = text("SMTP_URL");
  if (server === undefined) {
    return undefined;
  }
  if (!/^smtps?:\/\/[^/]+\/?$/.test(server)) {
    throw new Error("SMTP_URL must be the URL of a mail server, such as smtps://user:password@mail.example.com.");
  }
  const [url, from] = [text("WEB_URL"), text("MAIL_FROM")];
  if (url === undefined || from === undefined) {
    throw new Error("SMTP_URL needs MAIL_FROM, the address of the sender, and WEB_URL, for the links in mails.");
  }
  return { server, from, url: url.replace(/\/$/, "") };
}

/** Returns a secret key. Throws an Error if it is too short to be secure. */
function readSecretKey(name: string, key: string | undefined): string | undefined {
  if (key !== undefined && key.length < 32) {
    throw new Error(`${name} must have at least 32 characters, such as the output of \`openssl rand -hex 32\`.`);
  }
  return key;
}

/** Returns the bucket for contents; undefined if none is set. Throws an Error if its settings are incomplete or invalid. */
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
