import type { Context } from "../facts/context.js";
import { codeMentions, type Mentions } from "./comments.js";

/** Which names the documentation in a module can link to. */
export interface LinkTargets {
  /** Returns the qualifier of the types of a namespace: `files.`, or empty; undefined if they are not in scope. */
  readonly prefix: (namespace: string) => string | undefined;
  /** Returns the name of a route; undefined if it is not in scope. */
  readonly route?: (namespace: string, name: string, version: number) => string | undefined;
}

/** Renders references as links if they are in scope, otherwise as code. */
export function mentionsIn({ naming, hasType, binding }: Context, { prefix, route }: LinkTargets): Mentions {
  const asCode = codeMentions(binding);
  return {
    type: (name) => {
      if (!hasType(name)) {
        return asCode.type(name);
      }
      const before = prefix(name.namespace);
      return before === undefined
        ? `\`${naming.namespace(name.namespace)}.${naming.type(name)}\``
        : `{@link ${before}${naming.type(name)}}`;
    },
    route: (namespace, name, version) => {
      const target = route?.(namespace, name, version);
      return target === undefined ? asCode.route(namespace, name, version) : `{@link ${target}}`;
    },
    field: (type, field) => `\`${hasType(type) ? naming.type(type) : type.name}.${field}\``,
  };
}
