import { importsOf, ModulePart, type ImportedName } from "../code/module.js";
import { joinParts, printPart, type PrintedPart } from "../code/print/module.js";
import { emitDivided, modulePath, type DividedModule } from "../emit/package/divided-module.js";
import { sourceName } from "../emit/source-name.js";
import type { DefinitionData, NamespaceData } from "../facts/api-data.js";
import type { Context } from "../facts/context.js";
import type { Query } from "../../compiler/queries/query.js";
import { ifPrintable, moduleFiles, printDirectly, type PrintedUnit } from "./print-emitted.js";

/** A printed part of a module, and its imports. */
interface Part {
  readonly printed: PrintedPart;
  readonly imports: readonly ImportedName[];
}

/** A module that each namespace can have, emitted and printed in parts: one for each definition, and one for the rest. */
export class DividedTexts {
  readonly #divided: DividedModule;
  readonly #context: Context;
  /** Undefined for parts that cannot be printed directly. */
  readonly #definitions: Query<DefinitionData, Part | undefined>;
  readonly #rests: Query<NamespaceData, Part | undefined>;
  readonly #modules: Query<NamespaceData, PrintedUnit>;
  readonly #undivided: Query<NamespaceData, PrintedUnit>;
  readonly #changed = new Set<NamespaceData>();

  constructor(divided: DividedModule, context: Context) {
    const { queries } = context;
    this.#divided = divided;
    this.#context = context;
    this.#definitions = queries.query((definition) =>
      printedPart((module) => {
        divided.emitDefinition(definition, module, context);
      }),
    );
    this.#rests = queries.query((namespace) => printedPart((module) => divided.emitRest?.(namespace, module, context)));
    this.#modules = queries.query((namespace) => this.#join(namespace));
    this.#undivided = queries.query((namespace) => printDirectly(emitDivided(divided, namespace, context)));
  }

  /** Whether a namespace has the module. */
  isWanted(namespace: NamespaceData): boolean {
    return this.#divided.isWanted(namespace, this.#context);
  }

  /** Returns the module of a namespace. Built as a whole, it costs less, so it is built in parts only after the first change that affects it. */
  of(namespace: NamespaceData): PrintedUnit {
    if (!this.#changed.has(namespace) && this.#undivided.isOutdated(namespace)) {
      this.#changed.add(namespace);
    }
    return this.#changed.has(namespace) ? this.#modules.get(namespace) : this.#undivided.get(namespace);
  }

  #join(namespace: NamespaceData): PrintedUnit {
    const all = [
      ...namespace.definitions.map((definition) => this.#definitions.get(definition)),
      this.#rests.get(namespace),
    ];
    const parts = all.flatMap((part) => part ?? []);
    if (parts.length < all.length) {
      return { kind: "emitted", module: emitDivided(this.#divided, namespace, this.#context) };
    }
    const imports = importsOf(parts.flatMap((part) => part.imports));
    const module = joinParts(
      sourceName(namespace),
      imports,
      parts.map(({ printed }) => printed),
    );
    const path = modulePath(namespace, this.#divided, this.#context);
    return { kind: "printed", files: moduleFiles(path, module, this.#divided.output) };
  }
}

function printedPart(emit: (module: ModulePart) => void): Part | undefined {
  const module = new ModulePart();
  emit(module);
  const printed = ifPrintable(() => printPart(module.declarations));
  printed?.pieces.forEach(({ printed: { source, script, declarations } }) =>
    [source, script, declarations].forEach(storeInOnePiece),
  );
  return printed && { printed, imports: module.imports };
}

const anything = /(?:)/;

/**
 * Makes the engine store a text in one piece instead of as a tree of concatenations, because it matches expressions only with such
 * texts. Joining trees would take twice as long, after each change.
 */
function storeInOnePiece(text: string): void {
  anything.test(text);
}
