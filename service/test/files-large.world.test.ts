import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type UploadState } from "cloud-storage-api";
import { expect, onTestFinished, test } from "vitest";
import { newPerson, pathsIn, save } from "./support/files.js";
import { describeService } from "./support/service.js";

const mebibyte = 1024 * 1024;
const content = Buffer.alloc(6 * mebibyte, (() => createHash("sha512").update("seed").digest())());

/** A proxy that resets connections after a number of bytes in one direction, a number of times. */
async function unreliableProxy(target: string, resets: { up: number[]; down: number[] }): Promise<string> {
  const { hostname, port } = new URL(target);
  const limit = (from: Socket, to: Socket, left: number | undefined): void => {
    let passed = 0;
    from.on("data", (chunk: Buffer) => {
      passed += chunk.length;
      if (left !== undefined && passed > left) {
        from.resetAndDestroy();
        to.resetAndDestroy();
      } else {
        to.write(chunk);
      }
    });
    from.on("error", () => to.destroy());
    from.on("close", () => to.end());
  };
  const server = createServer((caller) => {
    const service = connect(Number(port), hostname);
    limit(caller, service, resets.up.shift());
    limit(service, caller, resets.down.shift());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describeService("a large file", (service) => {
  test("a large file is uploaded in pieces and saved again over connections that are lost", async () => {
    const { token } = await newPerson(service);
    const resets = { up: [1.5 * mebibyte, mebibyte / 2], down: [] as number[] };
    const hosts = await unreliableProxy(service.url, resets);
    const client = createClient({ hosts, accessToken: token, retry: { maxPauseMs: 10 } });
    const states: UploadState[] = [];
    const saved = await client.files.uploadSessionInPieces({ commit: { path: "/large.bin" } }, content, {
      pieceSize: mebibyte,
      onState: (state) => states.push(state),
    });
    expect(saved).toMatchObject({ size: content.length, path_display: "/large.bin" });
    expect(states.at(-1)?.offset).toBe(content.length);
    expect(resets.up).toEqual([]);

    const folder = mkdtempSync(join(tmpdir(), "ashlar-large-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    resets.down = [2 * mebibyte, 2 * mebibyte];
    const { result, size } = await client.files.download({ path: "/large.bin" }).saveTo(join(folder, "copy.bin"));
    expect([result.rev, size]).toEqual([saved.rev, content.length]);
    expect(readFileSync(join(folder, "copy.bin")).equals(content)).toBe(true);
    expect(readdirSync(folder)).toEqual(["copy.bin"]);
  });
});

describeService("large copies", (service) => {
  test("files/copy copies up to 10,000 files and folders (B-121, Q-24)", async () => {
    const { client, account } = await newPerson(service);
    await service.storage.addFiles({ account_id: account, path: "/many", count: 9_999 });
    await client.files.copy({ from_path: "/many", to_path: "/copy" });
    expect(await pathsIn(client, "/copy")).toHaveLength(9_999);
    await save(client, "/many/one more");
    const outcome = await client.files.copy({ from_path: "/many", to_path: "/other" }).outcome();
    expect(outcome).toMatchObject({ ok: false, error: { ".tag": "too_many_files" } });
    expect(await client.files.getMetadata({ path: "/other" }).outcome()).toMatchObject({ ok: false });
  });
});
