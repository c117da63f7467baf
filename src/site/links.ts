import type { Name } from "../ir/api.js";
import { parseRouteName, routeName, type VersionedName } from "../ir/names.js";
import { namespacePath, plainName, rootFrom, routePagePath, typePath } from "./addresses.js";
import { markup, type Markup } from "./markup.js";
import type { Site } from "./site.js";

/**
 * Creates the links of a page. Definitions that the site does not contain, such as types that were filtered out, have no
 * link (OUT-4).
 */
export class Links {
  readonly site: Site;
  /** The relative path to the folder of the site. */
  readonly root: string;
  readonly #namespace: string | undefined;

  constructor(site: Site, path: string, namespace?: string) {
    this.site = site;
    this.root = rootFrom(path);
    this.#namespace = namespace;
  }

  /** Returns a link to a type, whose name is qualified on pages of other namespaces. */
  type(name: Name): Markup {
    const text = name.namespace === this.#namespace ? name.name : `${name.namespace}.${name.name}`;
    return this.site.hasType(name) ? markup`<a href="${this.root}${typePath(name)}">${text}</a>` : markup`${text}`;
  }

  /** Returns a link to a field or tag on the page of the type that declares it. */
  field(type: Name, field: string): Markup {
    const owner = this.site.ownerOfMember(type, field);
    const text = markup`<code>${type.name}.${field}</code>`;
    return owner === undefined ? text : markup`<a href="${this.root}${typePath(owner)}#${memberId(field)}">${text}</a>`;
  }

  route(namespace: string, route: VersionedName): Markup {
    const text = routeName(namespace, route);
    return this.site.hasRoute(namespace, route)
      ? markup`<a href="${this.root}${routePagePath(namespace, route)}">${text}</a>`
      : markup`${text}`;
  }

  /** Returns a link to a route by its title, such as `files/copy:2`. */
  routeByTitle(title: string): Markup {
    const route = parseRouteName(title);
    return this.route(route.namespace, route);
  }

  namespace(name: string): Markup {
    return markup`<a href="${this.root}${namespacePath(name)}">${name}</a>`;
  }
}

/** Returns the id of a field or tag on the page of its type. */
function memberId(name: string): string {
  return `member.${plainName(name)}`;
}
