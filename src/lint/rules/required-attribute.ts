import type { Rule } from "../rule.js";
export const requiredAttribute: Rule = {
  id: "required-attribute",
  recommended: "off",
  strict: "off",
  summary: "A route without one of the attributes that the option lists",
  options: { attributes: [] },
  check({ routes }, report, { attributes }) {
    for (const route of routes) {
      const written = new Set(route.node.attributes.map(({ name }) => name.text));
      for (const name of Array.isArray(attributes) ? attributes.map(String) : []) {
        if (!written.has(name)) {
          report(route, `'${route.route.name}' does not set the attribute '${name}'.`);
        }
      }
    }
  },
};
