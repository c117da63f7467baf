import { DatabaseUnavailable } from "./database/unavailable.js";
import type { Settings } from "./settings.js";
import { StartProblem } from "./start-problem.js";

/** Returns the reason why the service cannot start or stop, which says what to do; in one line, unless it is a list. */
export function explainStart(problem: unknown, settings: Settings | undefined): string {
  const thrown = problem instanceof DatabaseUnavailable ? problem.cause : problem;
  if (thrown instanceof StartProblem) {
    return thrown.message;
  }
  if (settings === undefined || !(thrown instanceof Error)) {
    return oneLine(thrown);
  }
  switch (codeIn(thrown)) {
    case "EADDRINUSE":
      return portInUse(settings.port, "PORT");
    case "EACCES":
      return isAboutFiles(thrown) ? unusableFolder(settings.folder, "EACCES") : portForbidden(settings.port);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return settings.databaseUrl === undefined
        ? `HOST is ${settings.host}, which is not an address of this machine. Unset HOST, or set it to 127.0.0.1 or 0.0.0.0.`
        : unreachableDatabase(settings.databaseUrl, codeIn(thrown));
    case "ECONNREFUSED":
    case "ETIMEDOUT":
    case "EHOSTUNREACH":
      return unreachableDatabase(settings.databaseUrl ?? "", codeIn(thrown));
    case "ENOTDIR":
    case "EEXIST":
    case "EPERM":
    case "EROFS":
    case "ENOSPC":
      return unusableFolder(settings.folder, codeIn(thrown));
    default:
      return oneLine(thrown);
  }
}

/** Returns the message for a port that is in use. `variable` is the setting that chooses another port. */
export function portInUse(port: number, variable: string): string {
  return `Port ${port} is in use (EADDRINUSE). Stop the program that uses it, or choose another port, such as ${variable}=${port + 1}.`;
}

function portForbidden(port: number): string {
  return `The service is not allowed to listen on port ${port} (EACCES). Choose a port above 1023 with PORT.`;
}

function unusableFolder(folder: string, code: string): string {
  return `The data folder ${folder} cannot be used (${code}). Make it writable, or choose another one with DATA_FOLDER.`;
}

function unreachableDatabase(url: string, code: string): string {
  const host = URL.canParse(url) ? new URL(url).host : "DATABASE_URL";
  return `The PostgreSQL server at ${host} does not answer (${code}). Start it, or correct DATABASE_URL.`;
}

function isAboutFiles(thrown: Error): boolean {
  return "path" in thrown;
}

function codeIn(thrown: Error): string {
  return "code" in thrown ? String(thrown.code) : "";
}

function oneLine(thrown: unknown): string {
  return (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\s+/g, " ").trim();
}
