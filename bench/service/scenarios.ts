import { randomUUID } from "node:crypto";
import type { Request } from "../server/request-text.js";
import { bytes, mebibyte, storedFile, teamSize, type Stored } from "./stored.js";

/** Calls of one kind. */
export interface Scenario {
  readonly name: string;
  /** The next call of the user with an index. */
  readonly next: (stored: Stored, user: number) => Request;
}

// Each process writes to its own folders, to avoid conflicts.
const folder = `/Written by ${randomUUID()}`;
let written = 0;

const kibibyte = bytes(1024);

/** The measured scenarios. */
export const scenarios: readonly Scenario[] = [
  {
    name: `members/list, ${teamSize} members`,
    next: ({ teamToken }) => ({
      route: "team/members/list",
      style: "rpc",
      arg: JSON.stringify({ limit: teamSize }),
      token: teamToken,
    }),
  },
  {
    name: "files/copy, a file",
    next: (stored, user) => ({
      route: "files/copy",
      style: "rpc",
      arg: JSON.stringify({ from_path: storedFile, to_path: newPath(user) }),
      token: userToken(stored, user),
    }),
  },
  { name: "upload, 1 KiB", next: (stored, user) => upload(stored, user, kibibyte) },
  { name: "upload, 1 MiB", next: (stored, user) => upload(stored, user, mebibyte) },
  {
    name: "download, 1 MiB",
    next: (stored, user) => ({
      route: "files/download",
      style: "download",
      arg: JSON.stringify({ path: storedFile }),
      token: userToken(stored, user),
    }),
  },
];

function upload(stored: Stored, user: number, content: Uint8Array): Request {
  const arg = JSON.stringify({ path: newPath(user) });
  return { route: "files/upload", style: "upload", arg, token: userToken(stored, user), content };
}

function newPath(user: number): string {
  return `${folder}/${user}/${written++}.bin`;
}

function userToken({ userTokens }: Stored, user: number): string {
  return userTokens[user] ?? "";
}
