import { posix } from "node:path";
import { printModules } from "../../generator/package/print-emitted.js";
import { emitChecks } from "../../generator/emit/checks/checks.js";
import type { Context } from "../../generator/facts/context.js";
import type { LoadedPackage } from "./load-package.js";
import type { Name } from "../../ir/api.js";

type Exports = Readonly<Record<string, unknown>>;

type Check = (value: unknown, mode: unknown) => unknown;

/** A function that checks a type. It can be called once `load` has resolved. */
export interface LazyCheck {
  readonly check: Check;
  readonly load: () => Promise<void>;
}

/**
 * The functions of a package that check types. The module of a namespace and the modules that it imports are built on
 * first use, because most calls of a mock use few namespaces.
 */
export class LazyChecks {
  readonly #context: Context;
  readonly #files: LoadedPackage;
  /** The namespaces whose modules have been written. */
  readonly #written = new Set<string>();
  readonly #loaded = new Map<string, Promise<Exports>>();
  /**
   * The last module in the queue of modules to load. Modules are loaded one after the other, because they import each
   * other.
   */
  #last: Promise<unknown> = Promise.resolve();

  /** `files` must contain the runtime. */
  constructor(context: Context, files: LoadedPackage) {
    this.#context = context;
    this.#files = files;
  }

  /** Returns the function of this name in the module of a namespace. */
  get({ namespace, name }: Name): LazyCheck {
    let loaded: Check | undefined;
    return {
      check: (value, mode) => {
        if (loaded === undefined) {
          throw new Error(`${name} has not been loaded.`);
        }
        return loaded(value, mode);
      },
      load: async () => {
        loaded = (await this.#load(namespace))[name] as Check;
      },
    };
  }

  #load(namespace: string): Promise<Exports> {
    const path = `dist/${this.#context.naming.folder(namespace)}/checks.js`;
    const known = this.#loaded.get(path) ?? this.#last.then(() => this.#write(path)).then(() => this.#files.load(path));
    this.#loaded.set(path, known);
    this.#last = known.catch(() => undefined); // the caller that requested it gets the error
    return known;
  }

  /** Writes the module of a namespace and its imports, except for the runtime. */
  async #write(path: string): Promise<void> {
    if (this.#written.has(path)) {
      return;
    }
    this.#written.add(path);
    const namespace = this.#context.api.namespaces.find(({ name }) => {
      return path === `dist/${this.#context.naming.folder(name)}/checks.js`;
    });
    if (namespace === undefined) {
      return; // a module of the runtime
    }
    const module = emitChecks(namespace, this.#context);
    await this.#files.add(await printModules([module]));
    for (const { from, isTypeOnly } of module.imports) {
      if (!isTypeOnly) {
        await this.#write(posix.join(posix.dirname(path), from));
      }
    }
  }
}
