import { chunkBytes } from "../codecs/content-chunk.js";
import { contentHasher } from "../codecs/content-hasher.js";
import type { Binding } from "../routes/binding.js";
import type { ServedContent } from "../server/served-content.js";
import { isMembers, routeLabel, type AnyRoute, type TwinNamespaceData, type TwinRouteData } from "./data.js";
import { badRequest } from "../server/refusal.js";
import { PathError } from "./example-responder.js";

/** Content whose hash can be computed without using it up. */
type Hashable = Uint8Array | AsyncIterable<Uint8Array>;

/** Larger content is answered without a hash, because computing it would take too long. */
const mostHashed = 67_108_864;

/** Computes and checks the hashes of contents, as the binding of an API says. */
export class ContentHashes {
  readonly #contentHash: Binding["contentHash"];

  constructor({ contentHash }: Binding) {
    this.#contentHash = contentHash;
  }

  /** Throws an error of the route, or a refusal, if an argument has a hash that is not that of the content of this call. */
  async check(
    route: AnyRoute,
    { errors }: TwinNamespaceData,
    { error = "" }: TwinRouteData,
    arg: unknown,
    bytes: Uint8Array,
  ): Promise<void> {
    const { field } = this.#contentHash ?? {};
    const given = field !== undefined && isMembers(arg) ? arg[field] : undefined;
    if (typeof given !== "string" || given.toLowerCase() === (await this.#hash(bytes))) {
      return;
    }
    const path = Object.keys(errors[error] ?? {}).find((path) => path.split("/").at(-1) === `${field}_mismatch`);
    throw path === undefined
      ? badRequest(`Error in call to API function "${route.path}": ${field} is not the hash of the content`)
      : new PathError(path);
  }

  /** Returns a member with the hash of some content; none if results have no hashes. */
  async member(content: Hashable): Promise<Readonly<Record<string, string>>> {
    return this.#contentHash === undefined ? {} : { [this.#contentHash.field]: await this.#hash(content) };
  }

  /** Returns the result of a download with the hash of the content, if it should have one. */
  async describe(key: string, result: unknown, content: Hashable | undefined, size: number): Promise<unknown> {
    const isDescribed = this.#contentHash?.downloads.includes(routeLabel(key)) === true && isMembers(result);
    if (!isDescribed || content === undefined) {
      return result;
    }
    const none = { [this.#contentHash.field]: undefined };
    return { ...result, ...(size > mostHashed ? none : await this.member(content)) };
  }

  async #hash(content: Hashable): Promise<string> {
    const hasher = this.#contentHash && contentHasher(this.#contentHash.algorithm, mostHashed);
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      await hasher?.add(chunk);
    }
    return (await hasher?.end()) ?? "";
  }
}

/** Returns the bytes of content that is in memory; undefined for other content. */
export async function bytesInMemory({ content }: ServedContent): Promise<Uint8Array | undefined> {
  return chunkBytes(content instanceof Blob ? await content.arrayBuffer() : content);
}
