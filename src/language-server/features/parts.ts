import { schemaNamespace } from "../../ir/names.js";
import type { Finding } from "../../text/diagnostics/diagnostic.js";
import { withSeverities, type Severities } from "../../text/diagnostics/severities.js";
import type { Api } from "../../ir/api.js";
import { Analyzer } from "../../compiler/semantics/analyze.js";
import { canonicalName } from "../../compiler/semantics/declarations.js";
import { finish, type Steps } from "../../text/steps.js";
import type * as ast from "../../syntax/ast.js";

/** Files of a project that are analyzed independently of all others. Valid until one of them changes. */
export interface Part {
  /** Valid only if no finding is an error. */
  readonly api: Api;
  /** The findings in the part's own files. */
  readonly findings: readonly Finding[];
  /** The files of this part, and the files common to all parts. */
  readonly specs: readonly ast.SpecFile[];
  /** Whether a file is one of the part's own files. */
  readonly has: (path: string) => boolean;
}

/** The files of a part: its own files and those common to all parts. */
export interface PartFiles {
  readonly own: readonly ast.SpecFile[];
  readonly all: readonly ast.SpecFile[];
}

/**
 * The size of a project in characters above which it is divided into parts: an analysis keeps many times the memory of
 * the text, and only the analyses of parts that are being edited need to be kept. Files are in the same part if they
 * import each other or a common third file. A smaller project is a single part, so that suggestions come from all
 * files.
 */
const largest = 4_000_000;

/**
 * Divides the files of a large project into parts. The schema of attributes and its imports are common to all parts.
 */
export function divideFiles(specs: readonly ast.SpecFile[], atMost = largest): PartFiles[] {
  if (specs.reduce((length, { text }) => length + text.length, 0) <= atMost) {
    return [{ own: specs, all: specs }];
  }
  const files = specs.map((spec) => ({ spec, ...namesIn(spec) }));
  const shared = new Set([schemaNamespace]);
  // Iterating over a set includes the elements added during the iteration.
  for (const name of shared) {
    files
      .filter(({ namespace }) => namespace === name)
      .forEach((file) => file.imports.forEach((each) => shared.add(each)));
  }
  const groups = new Groups();
  for (const { namespace, imports } of files) {
    if (!shared.has(namespace)) {
      imports
        .filter((each) => !shared.has(each))
        .forEach((each) => {
          groups.join(namespace, each);
        });
    }
  }
  const byGroup = new Map<string, ast.SpecFile[]>();
  for (const { spec, namespace } of files) {
    const group = shared.has(namespace) ? schemaNamespace : groups.find(namespace);
    byGroup.set(group, [...(byGroup.get(group) ?? []), spec]);
  }
  const ofAll = new Set(byGroup.get(schemaNamespace));
  return [...byGroup.values()].map((own) => {
    const members = new Set(own);
    return { own, all: specs.filter((spec) => members.has(spec) || ofAll.has(spec)) };
  });
}

/**
 * Returns the canonical names of a file's namespace and imports, so that namespaces whose names clash are analyzed
 * together (NAME-4).
 */
function namesIn({ items, fragments }: ast.SpecFile): {
  readonly namespace: string;
  readonly imports: readonly string[];
} {
  const all = [...items, ...fragments];
  const header = all.find((item) => item.kind === "namespace");
  return {
    namespace: canonical(header?.name.text ?? ""),
    imports: all.flatMap((item) => (item.kind === "import" ? [canonical(item.name.text)] : [])),
  };
}

function canonical(name: string): string {
  return name === schemaNamespace ? name : canonicalName(name);
}

/** Disjoint sets of names, which can be merged. */
class Groups {
  readonly #parents = new Map<string, string>();

  find(name: string): string {
    const parent = this.#parents.get(name);
    if (parent === undefined) {
      return name;
    }
    const root = this.find(parent);
    this.#parents.set(name, root);
    return root;
  }

  join(a: string, b: string): void {
    const [one, other] = [this.find(a), this.find(b)];
    if (one !== other) {
      this.#parents.set(other, one);
    }
  }
}

/** The analysis of a part, updated as its files change. */
export class PartAnalysis {
  #files: PartFiles = { own: [], all: [] };
  #severities: Severities = {};
  #part: Part | undefined;
  /** Created when the API is first requested, or after the first change. */
  #analyzer: Analyzer | undefined;
  #findings: readonly Finding[] | undefined;
  #api: Api | undefined;

  /** If `isKept`, the analysis keeps its intermediate results from the start. */
  constructor(isKept: boolean) {
    this.#analyzer = isKept ? new Analyzer("repeatedly") : undefined;
  }

  /** Returns the part with the current files; the same object as before if none of them has changed. */
  update(files: PartFiles, severities: Severities): Part {
    const isSame = isSameList(files.all, this.#files.all) && isSameList(files.own, this.#files.own);
    if (this.#part !== undefined && isSame && severities === this.#severities) {
      return this.#part;
    }
    if (!isSame) {
      // A part that has changed is likely to change again.
      this.#analyzer ??= this.#part && new Analyzer("repeatedly");
      this.#files = files;
      this.#findings = undefined;
      this.#api = undefined;
    }
    this.#severities = severities;
    const paths = new Set(files.own.map(({ path }) => path));
    const findings = lazy(() => withSeverities(finish(this.findingsInSteps()), severities));
    const api = lazy(() => finish(this.apiInSteps()));
    this.#part = {
      get api() {
        return api();
      },
      get findings() {
        return findings();
      },
      specs: files.all,
      has: (path) => paths.has(path),
    };
    return this.#part;
  }

  /** Returns the findings, in many small steps. At first, no other results of the analysis are kept. */
  *findingsInSteps(): Steps<readonly Finding[]> {
    if (this.#findings === undefined) {
      if (this.#analyzer === undefined) {
        const { findings } = yield* new Analyzer("once").analyze(this.#files.all);
        this.#findings = this.#ownFindings(findings);
      } else {
        yield* this.apiInSteps();
      }
    }
    return this.#findings ?? [];
  }

  /** Returns the API. From then on, the analysis keeps its intermediate results. */
  *apiInSteps(): Steps<Api> {
    if (this.#api === undefined) {
      this.#analyzer ??= new Analyzer("repeatedly");
      const { api, findings } = yield* this.#analyzer.analyze(this.#files.all);
      this.#api = api;
      this.#findings = this.#ownFindings(findings);
    }
    return this.#api;
  }

  #ownFindings(findings: readonly Finding[]): readonly Finding[] {
    const { own } = this.#files;
    const paths = new Set(own.map(({ path }) => path));
    return [...own.flatMap((spec) => spec.findings), ...findings.filter(({ span }) => paths.has(span.source.path))];
  }
}

function isSameList<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** Returns a function that computes a value on its first call and then returns that value. */
function lazy<Value>(compute: () => Value): () => Value {
  let computed: { readonly value: Value } | undefined;
  return () => (computed ??= { value: compute() }).value;
}
