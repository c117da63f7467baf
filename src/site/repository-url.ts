import type { PackageFields } from "../facts/package-fields.js";

/** The page of the `repository` of a package, which npm also accepts in short forms; undefined if browsers have no page for it. */
export function repositoryUrl(repository: PackageFields["repository"]): string | undefined {
  const text = typeof repository === "object" ? repository.url : repository;
  const [, host = "github", path] = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(text ?? "") ?? [];
  if (path !== undefined) {
    return `https://${host}.${host === "bitbucket" ? "org" : "com"}/${path}`;
  }
  const [, url] = /^(?:git\+)?(https?:\/\/.+?)(?:\.git)?$/.exec(text ?? "") ?? [];
  return url;
}
