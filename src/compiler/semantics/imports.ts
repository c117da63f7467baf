import { schemaNamespace } from "../../ir/names.js";
import * as diagnostics from "../../text/diagnostics/catalogue.js";
import { withRelated } from "../../text/diagnostics/diagnostic.js";
import type { Query } from "../queries/query.js";
import type * as ast from "../../syntax/ast.js";
import type { Scope } from "./definitions.js";
import { type Program } from "./program.js";

const none: ReadonlySet<string> = new Set();

/** The names of the namespaces that a namespace imports. */
export type Imports = Query<Scope, ReadonlySet<string>>;

/** Returns the query for imports. Reports IMP errors. */
export function resolveImports(program: Program): Imports {
  const all = program.queries.single(() => listImports(program));
  return program.queries.query(({ name }) => all.get().get(name) ?? none);
}

function listImports(program: Program): Map<string, ReadonlySet<string>> {
  const { scopes, report } = program;
  const imported = new Map([...scopes.keys()].map((name) => [name, new Set<string>()]));
  const firstImports = new Map<string, ast.Import>();
  for (const { by, node } of program.imports) {
    const name = node.name.text;
    const scope = scopes.get(by);
    if (name === by) {
      report(diagnostics.importSelf(node.span, name));
      continue;
    }
    if (!scopes.has(name) && name !== schemaNamespace) {
      if (program.namesWithoutNamespace === undefined) {
        report(
          diagnostics.unknownNamespace(
            node.span,
            name,
            program.suggestions.nearest(name, () => scopes.keys()),
          ),
        );
      }
      continue;
    }
    const clash = scope?.definitions.get(name)?.node ?? scope?.routes.get(name)?.values().next().value?.node;
    if (clash !== undefined) {
      report(withRelated(diagnostics.duplicateName(node.span, name), clash.span, "first declared here"));
    }
    const back = firstImports.get(`${name} ${by}`);
    if (back !== undefined) {
      const finding = diagnostics.circularImport(node.span, by, name);
      report(withRelated(finding, back.span, `'${name}' imports '${by}' here`));
    }
    firstImports.set(`${by} ${name}`, node);
    imported.get(by)?.add(name);
  }
  return imported;
}
