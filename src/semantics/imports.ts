import * as say from "../diagnostics/catalogue.js";
import { withRelated } from "../diagnostics/diagnostic.js";
import { nearestName } from "../diagnostics/nearest-name.js";
import type * as ast from "../syntax/ast.js";
import { schemaNamespace, type Program } from "./program.js";

/** The namespaces that each one imports, by its name. Reports IMP errors. */
export function resolveImports(program: Program): Map<string, ReadonlySet<string>> {
  const imported = new Map<string, Set<string>>();
  const firstImports = new Map<string, ast.Import>();
  for (const scope of program.scopes.values()) {
    const names = new Set<string>();
    imported.set(scope.name, names);
    for (const node of scope.imports) {
      const name = node.name.text;
      if (name === scope.name) {
        program.report(say.importSelf(node.span, name));
        continue;
      }
      if (!program.scopes.has(name) && name !== schemaNamespace) {
        program.report(say.unknownNamespace(node.span, name, nearestName(name, program.scopes.keys())));
        continue;
      }
      const clash = scope.definitions.get(name)?.node ?? scope.routes.get(name)?.values().next().value;
      if (clash !== undefined) {
        program.report(withRelated(say.nameTwice(node.span, name), clash.span, "first declared here"));
      }
      const back = firstImports.get(`${name} ${scope.name}`);
      if (back !== undefined) {
        const finding = say.circularImport(node.span, scope.name, name);
        program.report(withRelated(finding, back.span, `'${name}' imports '${scope.name}' here`));
      }
      firstImports.set(`${scope.name} ${name}`, node);
      names.add(name);
    }
  }
  return imported;
}
