import { createClient as createControls } from "#controls";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { prepareFolder } from "../src/demo/prepare-folder.js";
import { emptyFolder, quickStart, startProcess } from "./support/process.js";

test("a demo that an interrupted start left incomplete is created again", async () => {
  const cwd = emptyFolder();
  const folder = join(cwd, "data/demo");
  cpSync(inject("databases").folder, folder, { recursive: true });
  const before = startProcess({ DATA_FOLDER: folder });
  const { controls } = createControls({ hosts: await before.url });
  await controls.addTeam({ members: [{ email: "ada@stonemasons.example" }] });
  await before.end("SIGTERM");
  writeFileSync(join(folder, "demo-under-way"), "");

  const env = { ...process.env, PORT: "0", ADMIN_PORT: "0", VITEST: undefined, NODE_ENV: undefined };
  const demo = spawn(process.execPath, [...quickStart, join(import.meta.dirname, "../dist/demo.js")], { cwd, env });
  const ended = once(demo, "close");
  onTestFinished(async () => {
    demo.kill("SIGKILL");
    await ended;
  });
  await vi.waitFor(() => expect(existsSync(join(folder, "demo.json"))).toBe(true), { timeout: 200_000 });
}, 240_000);

test("the demo refuses a DATA_FOLDER with other data, and deletes nothing there (OPS-16)", async () => {
  const folder = emptyFolder();
  const precious = join(folder, "precious.txt");
  writeFileSync(precious, "");
  await expect(prepareFolder(folder)).rejects.toThrow("contains files that do not belong to the demo");
  expect(existsSync(precious)).toBe(true);
});
