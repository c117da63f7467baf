import { expect, test } from "vitest";
import { readSettings } from "../src/settings.js";

test("an empty environment variable is ignored", () => {
  const texts = ["HOST", "DATABASE_URL", "DATA_FOLDER", "WEB_URL", "CONTENT_URL", "LOG_LEVEL"];
  const numbers = ["PORT", "MEMBERS_PER_PAGE", "CALLS_PER_MINUTE", "WRITES_PER_MINUTE", "WEBHOOK_TIMEOUT"];
  const empty = [...texts, ...numbers, "WEBHOOK_RETRY_DELAY", "TEST_CONTROLS"].map((name) => [name, ""]);
  expect(readSettings(Object.fromEntries(empty) as Record<string, string>)).toEqual(readSettings({}));
});
