import type { Api } from "../ir/api.js";
import { routeName } from "../ir/names.js";
import type { Finding } from "./report.js";

/** What the APIs promise about the subjects of findings. */
export class Standing {
  readonly #old: Marks;
  readonly #now: Marks;

  /** Routes with a value other than `false` in the attribute are previews. */
  constructor(before: Api, after: Api, previewAttribute = "is_preview") {
    this.#old = findMarks(before, previewAttribute);
    this.#now = findMarks(after, previewAttribute);
  }

  /** Whether the subject, or all routes that it reaches, were previews and still are, as far as each side has them. */
  isPreview({ subject, affects }: Finding): boolean {
    return (
      this.#isAlways(nameOf(subject)) || (affects.length > 0 && affects.every(({ route }) => this.#isAlways(route)))
    );
  }

  wasDeprecated({ subject }: Finding): boolean {
    return this.#old.get(nameOf(subject))?.isDeprecated === true;
  }

  #isAlways(name: string): boolean {
    const known = [this.#old.get(name), this.#now.get(name)].filter((mark) => mark !== undefined);
    return known.length > 0 && known.every(({ isPreview }) => isPreview);
  }
}

/** Field, tag or route to what is said about it. */
type Marks = ReadonlyMap<string, { readonly isPreview: boolean; readonly isDeprecated: boolean }>;

function findMarks({ namespaces }: Api, previewAttribute: string): Marks {
  return new Map(
    namespaces.flatMap((namespace) => [
      ...namespace.routes.map((route) => {
        const { attributes, deprecated } = route;
        const value = attributes[previewAttribute] ?? false;
        const subject = routeName(namespace.name, route);
        return [subject, { isPreview: value !== false, isDeprecated: deprecated !== undefined }] as const;
      }),
      ...namespace.types.flatMap((type) =>
        type.fields.map(({ name, preview, deprecated }) => {
          const mark = { isPreview: preview, isDeprecated: deprecated };
          return [`${namespace.name}.${type.name}.${name}`, mark] as const;
        }),
      ),
    ]),
  );
}

/** The field, tag or route that the subject is or lies in. */
function nameOf(subject: string): string {
  return subject.replace(/[#@].*$|(?:\[\]|\{\}|\{key\})+$/, "");
}
