import type { Rule } from "../rule.js";
import type { Type } from "../../ir/api.js";

const endings = [
  ["arg", /(?:Args?|Request)(?:V?\d+)?$/, "Arg or Request"],
  ["result", /(?:Result|Response)(?:V?\d+)?$/, "Result or Response"],
  ["error", /Error(?:V?\d+)?$/, "Error"],
] as const;

export const routeTypeName: Rule = {
  id: "route-type-name",
  recommended: "off",
  strict: "info",
  summary: "An argument, result or error type without the ending that says so",
  check({ routes }, report) {
    for (const route of routes) {
      for (const [part, ending, endingNames] of endings) {
        const type: Type = route.route[part];
        if (type.kind === "ref" && !ending.test(type.name)) {
          report(route, `The ${part === "arg" ? "argument" : part} '${type.name}' does not end in ${endingNames}.`);
        }
      }
    }
  },
};
