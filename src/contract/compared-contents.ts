import type { ContractRoute } from "./contract-route.js";
import { statusOf, type Exchange } from "./http/exchange.js";

/** A route whose uploads were not compared with downloads. */
export interface UncomparedContent {
  readonly upload: string;
  /** Absent if no route is known that downloads them. */
  readonly download?: string;
  readonly why: string;
}

/** Which uploads were compared with their downloads, and why others were not. */
export class ComparedContents {
  readonly #compared = new Set<string>();
  readonly #refused = new Map<string, Exchange>();

  /** Remembers that a download was compared. */
  compare(upload: ContractRoute, download: ContractRoute): void {
    this.#compared.add(keyOf(upload, download));
  }

  /** Remembers that what was uploaded could not be downloaded. */
  skip(upload: ContractRoute, download: ContractRoute, refused: Exchange): void {
    this.#refused.set(keyOf(upload, download), refused);
  }

  /** Returns what was not compared of the pairs, and of all routes. */
  others(
    pairs: readonly { readonly upload: ContractRoute; readonly download: ContractRoute }[],
    routes: readonly ContractRoute[],
  ): UncomparedContent[] {
    const single = routes
      .filter(({ style, isSessionStep }) => style === "upload" && !isSessionStep)
      .filter((route) => !pairs.some(({ upload }) => upload === route))
      .map(({ name }) => ({
        upload: name,
        why: "no route is known that downloads it; `test.contents` in the configuration can name one",
      }));
    const refused = pairs
      .filter(({ upload, download }) => !this.#compared.has(keyOf(upload, download)))
      .map(({ upload, download }) => {
        const refused = this.#refused.get(keyOf(upload, download));
        const why =
          refused === undefined
            ? "no upload succeeded whose content could be compared"
            : `each download of what was uploaded was refused, the last one with status ${statusOf(refused)}`;
        return { upload: upload.name, download: download.name, why };
      });
    return [...refused, ...single];
  }
}

function keyOf(upload: ContractRoute, download: ContractRoute): string {
  return `${upload.name} ${download.name}`;
}
