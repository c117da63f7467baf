import type { DefinitionData, NamespaceData } from "../facts/api-data.js";
import { sourceName } from "../emit/source-name.js";
import type { Context } from "../facts/context.js";
import { emitDivided, modulePath, type DividedModule } from "../emit/package/divided-module.js";
import { Allocation, importsOf, ModulePart, SharedNames, type SharedName } from "../code/module.js";
import { joinParts, printPart, type PrintedPart } from "../code/print/module.js";
import type { Query } from "../queries/query.js";
import { ifPrintable, moduleFiles, toUnit, type PrintedUnit } from "./print-emitted.js";

/** A part of a module as it is printed, with the names that it shares with other parts. */
interface Part {
  readonly printed: PrintedPart;
  readonly asked: readonly SharedName[];
  /** What these are called in it. */
  readonly names: readonly string[];
}

/** What the shared names of a module are called. */
interface Names {
  readonly all: ReadonlyMap<SharedName, string>;
  /** Those that some part calls otherwise as long as it is alone. */
  readonly contested: ReadonlyMap<SharedName, string>;
}

/**
 * A module that each namespace has, emitted and printed part by part: one for each definition, and one for the rest. A part
 * is emitted as if it were alone; where others take a name before it, it is emitted again.
 */
export class DividedTexts {
  readonly #divided: DividedModule;
  readonly #context: Context;
  readonly #shared = new Map<string, SharedNames>();
  /** Undefined for parts that cannot be printed directly. */
  readonly #definitions: Query<DefinitionData, Part | undefined>;
  readonly #rests: Query<NamespaceData, Part | undefined>;
  readonly #names: Query<NamespaceData, Names>;
  readonly #renamedDefinitions: Query<DefinitionData, Part | undefined>;
  readonly #renamedRests: Query<NamespaceData, Part | undefined>;
  readonly #modules: Query<NamespaceData, PrintedUnit>;
  readonly #undivided: Query<NamespaceData, PrintedUnit>;
  readonly #changed = new Set<NamespaceData>();

  constructor(divided: DividedModule, context: Context) {
    const { queries, data } = context;
    this.#divided = divided;
    this.#context = context;
    this.#definitions = queries.query((definition) => this.#emitDefinition(definition));
    this.#rests = queries.query((namespace) => this.#emitRest(namespace));
    this.#names = queries.query((namespace) => this.#allocate(namespace));
    this.#renamedDefinitions = queries.query((definition) => {
      const names = this.#names.get(data.namespace(definition.namespace));
      return this.#emitDefinition(definition, renamed(this.#definitions.get(definition), names));
    });
    this.#renamedRests = queries.query((namespace) =>
      this.#emitRest(namespace, renamed(this.#rests.get(namespace), this.#names.get(namespace))),
    );
    this.#modules = queries.query((namespace) => this.#join(namespace));
    this.#undivided = queries.query((namespace) => toUnit(emitDivided(divided, namespace, context)));
  }

  /** The module of a namespace. It is divided only after the first change that reaches it. */
  of(namespace: NamespaceData): PrintedUnit {
    if (!this.#changed.has(namespace) && this.#undivided.isOutdated(namespace)) {
      this.#changed.add(namespace);
    }
    return this.#changed.has(namespace) ? this.#modules.get(namespace) : this.#undivided.get(namespace);
  }

  #emitDefinition(definition: DefinitionData, names?: ReadonlyMap<SharedName, string>): Part | undefined {
    return this.#emit(definition.namespace, names, (module) => {
      this.#divided.emitDefinition(definition, module, this.#context);
    });
  }

  #emitRest(namespace: NamespaceData, names?: ReadonlyMap<SharedName, string>): Part | undefined {
    return this.#emit(namespace.name, names, (module) => {
      this.#divided.emitRest?.(namespace, module, this.#context);
    });
  }

  #emit(
    namespace: string,
    names: ReadonlyMap<SharedName, string> | undefined,
    emit: (module: ModulePart) => void,
  ): Part | undefined {
    const module = new ModulePart(new Allocation(this.#divided.reserved, names), this.#sharedNames(namespace));
    emit(module);
    const asked = [...module.asked.keys()];
    const called = [...module.asked.values()];
    const printed = ifPrintable(() => printPart(module.declarations));
    return printed && { printed, asked, names: called };
  }

  #sharedNames(namespace: string): SharedNames {
    const known = this.#shared.get(namespace) ?? new SharedNames();
    this.#shared.set(namespace, known);
    return known;
  }

  #allocate(namespace: NamespaceData): Names {
    const { locals, reserved } = this.#divided;
    const allocation = new Allocation([...locals(namespace, this.#context), ...reserved]);
    const parts = [
      ...namespace.definitions.map((definition) => this.#definitions.get(definition)),
      this.#rests.get(namespace),
    ];
    for (const part of parts) {
      part?.asked.forEach((shared) => allocation.name(shared));
    }
    const contested = new Map<SharedName, string>();
    for (const part of parts) {
      part?.asked.forEach((shared, index) => {
        const name = allocation.name(shared);
        if (name !== part.names[index]) {
          contested.set(shared, name);
        }
      });
    }
    return { all: allocation.names(), contested };
  }

  #join(namespace: NamespaceData): PrintedUnit {
    const { all, contested } = this.#names.get(namespace);
    const fits = (part: Part | undefined): boolean =>
      contested.size === 0 || part?.asked.some((shared) => contested.has(shared)) !== true;
    const parts = namespace.definitions.map((definition) => {
      const part = this.#definitions.get(definition);
      return fits(part) ? part : this.#renamedDefinitions.get(definition);
    });
    const rest = this.#rests.get(namespace);
    parts.push(fits(rest) ? rest : this.#renamedRests.get(namespace));
    const printed = parts.flatMap((part) => part?.printed ?? []);
    if (printed.length < parts.length) {
      return { kind: "emitted", module: emitDivided(this.#divided, namespace, this.#context) };
    }
    const module = joinParts(sourceName(namespace), importsOf(all), printed);
    const path = modulePath(namespace, this.#divided, this.#context);
    return { kind: "printed", files: moduleFiles(path, module, this.#divided.output) };
  }
}

/** What a part calls the names that it has asked for if others come before it. */
function renamed(part: Part | undefined, { contested }: Names): ReadonlyMap<SharedName, string> | undefined {
  return part && new Map(part.asked.map((shared, index) => [shared, contested.get(shared) ?? part.names[index] ?? ""]));
}
