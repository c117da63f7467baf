import * as say from "../diagnostics/catalogue.js";
import { withRelated } from "../diagnostics/diagnostic.js";
import type * as ast from "../syntax/ast.js";
import { schemaNamespace, type Program } from "./program.js";

/** The namespaces that each one imports, by its name. Reports IMP errors. */
export function resolveImports(program: Program): Map<string, ReadonlySet<string>> {
  const { scopes, report } = program;
  const imported = new Map([...scopes.keys()].map((name) => [name, new Set<string>()]));
  const firstImports = new Map<string, ast.Import>();
  for (const { scope, node } of program.imports) {
    const name = node.name.text;
    if (name === scope.name) {
      report(say.importSelf(node.span, name));
      continue;
    }
    if (!scopes.has(name) && name !== schemaNamespace) {
      if (program.homelessNames === undefined) {
        report(
          say.unknownNamespace(
            node.span,
            name,
            program.suggestions.nearest(name, () => scopes.keys()),
          ),
        );
      }
      continue;
    }
    const clash = scope.definitions.get(name)?.node ?? scope.routes.get(name)?.values().next().value;
    if (clash !== undefined) {
      report(withRelated(say.duplicateName(node.span, name), clash.span, "first declared here"));
    }
    const back = firstImports.get(`${name} ${scope.name}`);
    if (back !== undefined) {
      const finding = say.circularImport(node.span, scope.name, name);
      report(withRelated(finding, back.span, `'${name}' imports '${scope.name}' here`));
    }
    firstImports.set(`${scope.name} ${name}`, node);
    imported.get(scope.name)?.add(name);
  }
  return imported;
}
