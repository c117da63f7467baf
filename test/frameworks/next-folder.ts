import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** A folder with Next and what its applications need, which `npm ci --prefix test/frameworks/next` installs. */
export const nextFolder = resolve("test/frameworks/next");

export const hasNext = existsSync(`${nextFolder}/node_modules/next`);
