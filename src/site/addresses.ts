import type { Name } from "../ir/api.js";
import type { VersionedName } from "../ir/names.js";

export function namespacePath(namespace: string): string {
  return `${fileName(namespace)}/index.html`;
}

export function typePath({ namespace, name }: Name): string {
  return `${fileName(namespace)}/types/${fileName(name)}.html`;
}

/** Returns the page of a guide, by the name of its file. */
export function guidePath(name: string): string {
  return `guides/${fileName(name)}.html`;
}

/** Returns the script of the explorer for a namespace. */
export function explorerPath(namespace: string): string {
  return `explorer/${fileName(namespace)}.js`;
}

/** Returns the page of a route: a `/` in the name becomes a folder, and a version other than 1 precedes the extension (SITE-4). */
export function routePagePath(namespace: string, { name, version }: VersionedName): string {
  const segments = name.split("/").map(fileName).join("/");
  return `${fileName(namespace)}/routes/${segments}${version === 1 ? "" : `.v${version}`}.html`;
}

/**
 * Matches names that Windows does not permit for files, and the empty name, all with any number of underscores after them,
 * so that an added underscore never makes two names equal.
 */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)?_*$/i;

/** Returns a name as a part of a path that is valid on every file system (SITE-5). Different names stay different. */
function fileName(name: string): string {
  return reserved.test(name) ? `${name}_` : plainName(name);
}

/** Returns a name as a part of an id or a path, in which code points replace characters that Stone's names must not contain. */
export function plainName(name: string): string {
  return /^[\w/-]*$/.test(name)
    ? name
    : name.replace(/[^\w/-]/gu, (character) => `.${(character.codePointAt(0) ?? 0).toString(16)}.`);
}

/** Returns the relative path from a page to the folder of the site: `../../`, or empty. */
export function rootFrom(path: string): string {
  return "../".repeat(path.split("/").length - 1);
}
