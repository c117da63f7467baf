import { expect, test } from "vitest";
import type { Progress } from "../../generated/src/index.js";
import { describeInChromium } from "./chromium.js";
import { file, gate, path } from "./samples.js";
import { visitFromElsewhere } from "./visit.js";

/** More bytes than a connection has buffers for: they do not leave unless the server reads them. */
const large = 48 * 1_048_576;

async function bytesOf(content: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(content).arrayBuffer());
}

describeInChromium("in a browser an upload", (browser) => {
  const kinds = ["Blob", "Uint8Array", "stream", "AsyncIterable"] as const;

  test.each(kinds.flatMap((kind) => [false, true].map((isWatched) => ({ kind, isWatched }))))(
    "an upload in a browser sends a $kind as it is (progress watched: $isWatched)",
    async ({ kind, isWatched }) => {
      let arrived = new Uint8Array();
      const { tools, site, requests } = await visitFromElsewhere(browser(), {
        files: {
          async upload({ path }, content) {
            arrived = await bytesOf(content);
            return file(path, arrived.byteLength);
          },
        },
      });
      const { found, last } = await tools.evaluate(
        async ({ client }, { kind, isWatched, path }) => {
          const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
          async function* pieces(): AsyncGenerator<Uint8Array> {
            yield bytes.subarray(0, 100_000);
            await Promise.resolve();
            yield bytes.subarray(100_000);
          }
          const content = {
            Blob: () => new Blob([bytes]),
            Uint8Array: () => bytes,
            stream: () => new Blob([bytes]).stream(),
            AsyncIterable: pieces,
          };
          let last: Progress | undefined;
          const options = isWatched ? { onProgress: (progress: Progress) => void (last = progress) } : {};
          const found = await client.files.upload({ path }, content[kind](), options);
          return { found, last };
        },
        { kind, isWatched, path },
      );
      expect(found).toMatchObject({ size: 300_000, path_display: path });
      expect(Buffer.from(arrived).equals(Uint8Array.from({ length: 300_000 }, (_, index) => index % 251))).toBe(true);
      expect(last).toEqual(isWatched ? { loaded: 300_000, total: 300_000 } : undefined);
      expect(requests()).toEqual(["OPTIONS /2/files/upload", "POST /2/files/upload"]);
      expect(site.received[1]?.headers).toMatchObject({
        "content-type": "application/octet-stream",
        "content-length": "300000",
        "service-api-arg": expect.stringMatching(/^[ -~]+$/) as string,
      });
    },
  );

  test("an upload in a browser reports its progress while it continues", async () => {
    const begun = gate();
    const { tools } = await visitFromElsewhere(browser(), {
      files: {
        async upload({ path }, content) {
          await begun.opened;
          return file(path, (await bytesOf(content)).byteLength);
        },
      },
    });
    const running = await tools.evaluateHandle(({ client }, size) => {
      const told: Progress[] = [];
      let begin = (): void => undefined;
      const begun = new Promise<void>((resolve) => (begin = resolve));
      const onProgress = (progress: Progress): void => {
        told.push(progress);
        begin();
      };
      const done = client.files.upload({ path: "/a" }, new Blob([new Uint8Array(size)]), { onProgress });
      return { told, begun, done };
    }, large);
    await running.evaluate(({ begun }) => begun);
    begun.open();
    const told = await running.evaluate(async ({ told, done }) => {
      await done;
      return told;
    });
    const loaded = told.map((progress) => progress.loaded);
    expect(loaded.length).toBeGreaterThan(1);
    expect(loaded).toEqual([...loaded].sort((a, b) => a - b));
    expect(loaded[0]).toBeLessThan(large);
    expect(told.at(-1)).toEqual({ loaded: large, total: large });
    expect(told.every(({ total }) => total === large)).toBe(true);
  });

  test.each([false, true])(
    "an upload in a browser can be aborted in the middle (progress watched: %s)",
    async (isWatched) => {
      const begun = gate();
      const aborted = gate();
      const ended = gate();
      let failure: unknown;
      const { tools } = await visitFromElsewhere(browser(), {
        files: {
          async upload({ path }, content) {
            begun.open();
            await aborted.opened; // until then the content is too large to arrive
            failure = await bytesOf(content).catch((thrown: unknown) => thrown);
            ended.open();
            return file(path);
          },
        },
      });
      const running = await tools.evaluateHandle(
        ({ client }, { isWatched, size }) => {
          const controller = new AbortController();
          const options = { signal: controller.signal, ...(isWatched && { onProgress: () => undefined }) };
          const failure = client.files
            .upload({ path: "/a" }, new Blob([new Uint8Array(size)]), options)
            .catch((thrown: unknown) => thrown);
          return { controller, failure };
        },
        { isWatched, size: large },
      );
      await begun.opened;
      const isReason = await running.evaluate(async ({ controller, failure }) => {
        controller.abort(new Error("enough"));
        return (await failure) === controller.signal.reason;
      });
      expect(isReason).toBe(true);
      aborted.open();
      await ended.opened;
      expect(failure).toMatchObject({ message: "The request body is incomplete" });
    },
  );
});
