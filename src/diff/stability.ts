import type { Api } from "../ir/api.js";
import { routeName } from "../ir/names.js";
import type { Finding } from "./report.js";
import { showDetail } from "./messages.js";

/** The stability that the APIs declare for the subjects of findings. */
export class Stability {
  readonly #old: Marks;
  readonly #now: Marks;

  /** Routes on which the attribute has a value other than `false` are previews. */
  constructor(before: Api, after: Api, previewAttribute = "is_preview") {
    this.#old = findMarks(before, previewAttribute);
    this.#now = findMarks(after, previewAttribute);
  }

  /**
   * Returns why the subject, or every affected route, was a preview and still is, on each side that has it; undefined if it
   * was not, or is not.
   */
  whyPreview({ subject, affects }: Finding): string | undefined {
    const ownReason = this.#alwaysPreview(nameOf(subject));
    if (ownReason !== undefined) {
      return ownReason;
    }
    const routes = [...new Set(affects.map(({ route }) => route))];
    const reasons = routes.map((route) => this.#alwaysPreview(route));
    if (reasons.includes(undefined)) {
      return undefined;
    }
    const [first = ""] = reasons;
    const isOne = reasons.every((reason) => reason === first);
    return routes.length < 2
      ? reasons[0]
      : isOne
        ? `${first}s that it reaches`
        : "all routes that it reaches are previews";
  }

  wasDeprecated({ subject }: Finding): boolean {
    return this.#old.get(nameOf(subject))?.isDeprecated === true;
  }

  #alwaysPreview(name: string): string | undefined {
    const marks = [this.#now.get(name), this.#old.get(name)].filter((mark) => mark !== undefined);
    return marks.every(({ preview }) => preview !== undefined) ? marks[0]?.preview : undefined;
  }
}

/** The declared stability of a field, tag or route. */
interface Mark {
  /** Why the subject is a preview, in words; undefined if it is not one. */
  readonly preview: string | undefined;
  readonly isDeprecated: boolean;
}

type Marks = ReadonlyMap<string, Mark>;

function findMarks({ namespaces }: Api, previewAttribute: string): Marks {
  return new Map(
    namespaces.flatMap((namespace) => [
      ...namespace.routes.map((route) => {
        const { attributes, deprecated } = route;
        const value = attributes[previewAttribute] ?? false;
        const subject = routeName(namespace.name, route);
        const reason = `\`${previewAttribute} = ${showDetail(value) ?? "…"}\` of the route`;
        const preview = value === false ? undefined : reason;
        return [subject, { preview, isDeprecated: deprecated !== undefined }] as const;
      }),
      ...namespace.types.flatMap((type) =>
        type.fields.map(({ name, preview, deprecated }) => {
          const mark = { preview: preview ? "it is marked as a preview" : undefined, isDeprecated: deprecated };
          return [`${namespace.name}.${type.name}.${name}`, mark] as const;
        }),
      ),
    ]),
  );
}

/** Returns the field, tag or route that is the subject, or that contains it. */
function nameOf(subject: string): string {
  return subject.replace(/[#@].*$|(?:\[\]|\{\}|\{key\})+$/, "");
}
