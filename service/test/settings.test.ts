import { expect, test } from "vitest";
import { readSettings } from "../src/settings.js";

test("an empty environment variable is ignored", () => {
  const texts = ["HOST", "DATABASE_URL", "DATA_FOLDER", "WEB_URL", "CONTENT_URL", "LOG_LEVEL"];
  const numbers = ["PORT", "MEMBERS_PER_PAGE", "CALLS_PER_MINUTE", "WRITES_PER_MINUTE", "WEBHOOK_TIMEOUT"];
  const empty = [...texts, ...numbers, "WEBHOOK_RETRY_DELAY", "TEST_CONTROLS"].map((name) => [name, ""]);
  expect(readSettings(Object.fromEntries(empty) as Record<string, string>)).toEqual(readSettings({}));
});

test("a value that a setting cannot have is refused with what it can be", () => {
  expect(() => readSettings({ LOG_LEVEL: "loud" })).toThrow(
    'LOG_LEVEL must be trace or debug or info or warn or error or fatal or silent, not "loud".',
  );
  expect(() => readSettings({ SECRET_KEY_FALLBACK: "k" })).toThrow(
    "SECRET_KEY_FALLBACK must have at least 32 characters",
  );
  expect(() => readSettings({ PORT: "70000" })).toThrow("PORT must be at most 65535, not 70000.");
  expect(readSettings({ LOG_LEVEL: "silent", PORT: "0" })).toMatchObject({ logLevel: "silent", port: 0 });
});
