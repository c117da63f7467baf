import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lockFolder } from "../src/database/folder-lock.js";
import { emptyFolder } from "./support/process.js";

const holder = `
  import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, "../dist/database/folder-lock.js"))};
  await lockFolder(process.argv[1]);
  process.stdout.write("locked");
  setInterval(() => undefined, 1000);
`;

test("a folder has one holder at a time, and the lock leaves no file when it is released", async () => {
  const folder = emptyFolder();
  const release = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(`The process ${process.pid} uses the folder ${folder}.`);
  release();
  expect(readdirSync(folder)).toEqual([]);
  (await lockFolder(folder))();
});

test("a folder is free again when its holder is killed, even if its process id is reused", async () => {
  const folder = emptyFolder();
  const child = spawn(process.execPath, ["--input-type=module", "-e", holder, folder]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  await expect(lockFolder(folder)).rejects.toThrow(`The process ${child.pid ?? 0} uses the folder`);
  child.kill("SIGKILL");
  await once(child, "close");
  expect(existsSync(join(folder, "lock.sock"))).toBe(true); // what is left of it
  // As versions before wrote it, with the number of a process that runs.
  writeFileSync(join(folder, "process-id"), `${process.ppid} x\n`);
  (await lockFolder(folder))();
});

test("at most one of several processes gets the folder of a killed process", async () => {
  const folder = emptyFolder();
  const child = spawn(process.execPath, ["--input-type=module", "-e", holder, folder]);
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "close");
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
  const released = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  expect(released.length).toBeLessThanOrEqual(1);
  released.forEach((release) => release());
});

test("a folder with a long path can be locked", async () => {
  const folder = join(emptyFolder(), "a".repeat(60), "b".repeat(60));
  mkdirSync(folder, { recursive: true });
  const release = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow("uses the folder");
  release();
});

test("a lock does not keep its process running", async () => {
  const script = holder.replace(/setInterval.*/, "");
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, emptyFolder()], { timeout: 30_000 });
  expect(await once(child, "close")).toEqual([0, null]);
});
