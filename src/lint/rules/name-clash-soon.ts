import { versioned } from "../../ir/names.js";
import { compareSpans, type Subject } from "../project.js";
import type { Rule } from "../rule.js";

/** A subject, its name, and the name that generated code may give it. */
interface Named {
  readonly subject: Subject;
  readonly name: string;
  /** The name that the subject may have in generated code. */
  readonly generated: string;
}

export const nameClashSoon: Rule = {
  id: "name-clash-soon",
  recommended: "warn",
  strict: "warn",
  summary: "Two routes, types or namespaces whose names differ only in case and signs",
  check({ all: { namespaces, types, aliases, routes } }, report) {
    const groups = new Map<string, Named[]>();
    const add = (scope: string, named: Named): void => {
      const key = `${scope} ${named.generated.replace(/[_/-]/g, "").toLowerCase()}`;
      groups.set(key, [...(groups.get(key) ?? []), named]);
    };
    for (const subject of namespaces) {
      const { name } = subject.namespace;
      add("namespace", { subject, name, generated: name });
    }
    for (const subject of [...types, ...aliases]) {
      const { name } = "alias" in subject ? subject.alias : subject;
      add(`type ${subject.namespace}`, { subject, name, generated: name });
    }
    for (const subject of routes) {
      const { name, version } = subject.route;
      const generated = version === 1 ? name : `${name}_v${version}`;
      add(`route ${subject.namespace}`, { subject, name: versioned(subject.route), generated });
    }
    for (const group of groups.values()) {
      const [first, ...others] = group.toSorted((a, b) => compareSpans(a.subject.span, b.subject.span));
      for (const { subject, name } of others) {
        report(
          subject,
          `'${name}' is easily mistaken for '${first?.name ?? ""}', and may get the same name in generated code.`,
          {
            help: "Use a name that differs in more than case, `_`, `/` and `-`.",
          },
        );
      }
    }
  },
};
