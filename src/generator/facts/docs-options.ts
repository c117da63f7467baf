/** The content of READMEs and documentation sites that the specification does not contain. */
export interface DocsOptions {
  /** The title of the site; by default the name of the package. */
  readonly title?: string | undefined;
  /** The path of an SVG file, which the site shows beside its title. */
  readonly logo?: string | undefined;
  /** The purpose of the API, in a paragraph; by default the description of the package. */
  readonly description?: string | undefined;
  /** The first route in examples, such as `files/list_folder`; by default that of the preset, or one that is easy to call. */
  readonly firstCall?: string | undefined;
  /** Routes grouped by purpose, in the order in which they are shown. Routes without a group come last. */
  readonly groups?: readonly RouteGroup[] | undefined;
  /** A path or glob of Markdown files, such as `guides/*.md`, which are pages of the site. */
  readonly guides?: string | undefined;
  /** Other versions of the site, to which its menu links. */
  readonly versions?: readonly OtherVersion[] | undefined;
  /** The URL of the source; by default the repository of the package. */
  readonly repository?: string | undefined;
  /**
   * The command that installs the package, such as `npm install shop-api`, if it is published. By default, READMEs and
   * sites explain how to build the package; with `false`, they have no such section.
   */
  readonly install?: string | false | undefined;
}

interface RouteGroup {
  readonly title: string;
  /** Names of routes, such as `files/upload*`; a version other than 1 as in `files/search:2`. */
  readonly routes: readonly string[];
}

interface OtherVersion {
  readonly title: string;
  /** A URL, or a path relative to the first page of the site. */
  readonly url: string;
}
