import type { PackageFields } from "../generator/facts/package-fields.js";

/** Returns the web page of a package's `repository`, which npm also accepts in short forms; undefined if there is none. */
export function repositoryUrl(repository: PackageFields["repository"]): string | undefined {
  const text = typeof repository === "object" ? repository.url : repository;
  const [, host = "github", path] = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(text ?? "") ?? [];
  if (path !== undefined) {
    return `https://${host}.${host === "bitbucket" ? "org" : "com"}/${path}`;
  }
  const [, url] = /^(?:git\+)?(https?:\/\/.+?)(?:\.git)?$/.exec(text ?? "") ?? [];
  return url;
}
