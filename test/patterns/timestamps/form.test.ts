import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { timestampForm } from "../../../src/patterns/timestamps/form.js";
import { months, weekdays } from "../../../templates/runtime/codecs/calendar.js";
import { canonicalTimestamp } from "../../../templates/runtime/codecs/timestamp-format.js";

/** Formats whose parts do not depend on each other. */
const exact = ["%d", "%I:%M %p", "%Y-%H", "%B %Y", "%b", "%X", "%H:%M %Z", "%S.%f %z", "100%% [%S] \\ 😀", ""];

const looser = [
  "%Y-%m-%dT%H:%M:%SZ",
  "%Y-%m-%dT%H:%M:%S.%fZ",
  "%Y-%m-%d",
  "%Y-%j",
  "%y%j",
  "%j",
  "%j %d",
  "%Y-%m-%d (%j)",
  "%d/%m/%y",
  "%d %B",
  "%b (%m) %d",
  "%b (%m)",
  "%Y%m%d%H%M%S",
  "%p",
  "%H %p",
  "%H|%I|%p",
  "%d %H %m %I %Y %p",
  "%A %H:%M",
  "%Y-%m-%d %H:%M:%S %z",
  "%x",
  "%x %Y",
  "%Y %x",
  "%Y-%m-%d/%Y-%m-%d",
  "%H%H",
  "%a, %d %b %Y %H:%M:%S GMT",
  "%A %d %B",
  "%c",
  "%c %d",
  "%G-W%V-%u",
  "%Y-%U-%w",
  "%G %V %u %m-%d",
];

/** What may stand for a directive, besides what fits the date of the others. */
const strays: Readonly<Record<string, readonly string[]>> = {
  Y: ["0000", "0001", "1900", "2000", "2019", "2020", "2100", "9999", "20"],
  y: ["00", "04", "19", "20", "68", "69", "99", "2000"],
  m: ["00", "01", "02", "04", "09", "12", "13", "2"],
  b: ["Jan", "Feb", "Sep", "feb", "Xyz"],
  B: ["January", "February", "May", "Mai"],
  d: ["00", "01", "28", "29", "30", "31", "32", " 1", "9"],
  j: ["000", "001", "059", "060", "061", "365", "366", "367"],
  H: ["00", "11", "12", "23", "24"],
  I: ["00", "01", "11", "12", "13"],
  p: ["AM", "PM", "am"],
  M: ["00", "59", "60"],
  S: ["00", "59", "60"],
  f: ["0", "123456", "1234567", ""],
  a: ["Mon", "Sun", "sun", "Wod"],
  A: ["Monday", "Sunday", "MONDAY"],
  w: ["0", "1", "6", "7"],
  u: ["0", "1", "7"],
  U: ["00", "53", "54"],
  W: ["00", "53", "54"],
  G: ["0001", "2020", "9999"],
  V: ["00", "01", "53", "54"],
  z: ["Z", "+0000", "-00:00", "+00:00:00.0", "+0100", "z"],
  Z: ["UTC", "GMT", "", "utc"],
  "%": ["%", "%%"],
};

/** The texts of directives for a date. */
function textsOf(date: Date): Readonly<Record<string, string>> {
  const weekday = weekdays[date.getUTCDay()] ?? "";
  const month = months[date.getUTCMonth()] ?? "";
  const two = (value: number): string => String(value).padStart(2, "0");
  const newYear = new Date(date);
  newYear.setUTCMonth(0, 1);
  // A week of ISO 8601 belongs to the year of its Thursday.
  const thursday = new Date(date);
  thursday.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7));
  const dayOfThursday = (thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / 86_400_000;
  return {
    Y: String(date.getUTCFullYear()).padStart(4, "0"),
    y: two(date.getUTCFullYear() % 100),
    m: two(date.getUTCMonth() + 1),
    b: month.slice(0, 3),
    B: month,
    d: two(date.getUTCDate()),
    j: String(Math.round((date.getTime() - newYear.getTime()) / 86_400_000) + 1).padStart(3, "0"),
    H: two(date.getUTCHours()),
    I: two(date.getUTCHours() % 12 || 12),
    p: date.getUTCHours() < 12 ? "AM" : "PM",
    a: weekday.slice(0, 3),
    A: weekday,
    w: String(date.getUTCDay()),
    u: String(date.getUTCDay() || 7),
    ...(thursday.getUTCFullYear() > 99 && {
      G: String(thursday.getUTCFullYear()).padStart(4, "0"),
      V: two(Math.floor(dayOfThursday / 7) + 1),
    }),
  };
}

const edges = [
  "0001-01-01",
  "1900-02-28",
  "1900-01-01",
  "2000-02-29",
  "2019-12-31",
  "2020-02-29",
  "2020-12-31",
  "9999-12-31",
];
const [earliest, latest] = [new Date("0001-01-01T00:00:00Z"), new Date("9999-12-31T23:59:59Z")];

/** Texts of a format: those of a date, with some directives replaced by others. */
function texts(format: string): fc.Arbitrary<string> {
  const spelled = format.replace("%c", "%a %b %d %H:%M:%S %Y").replace("%x", "%m/%d/%y").replace("%X", "%H:%M:%S");
  const date = fc.oneof(
    fc.constantFrom(...edges.map((edge) => new Date(`${edge}T13:00:00Z`))),
    fc.date({ min: earliest, max: latest, noInvalidDate: true }),
  );
  const choices = fc.array(fc.nat(), { minLength: 20, maxLength: 20 });
  return fc.tuple(date, choices).map(([date, choices]) => {
    const fitting = textsOf(date);
    return spelled.replace(/%([^])/g, (_, directive: string) => {
      const choice = choices.pop() ?? 0;
      const others = strays[directive] ?? [];
      const own =
        directive === "d" && format.startsWith("%c") ? String(date.getUTCDate()).padStart(2) : fitting[directive];
      return own !== undefined && choice % 5 > 0 ? own : (others[choice % others.length] ?? "");
    });
  });
}

describe.each([...exact, ...looser])("SCHEMA-3: the pattern of %j", (format) => {
  const form = timestampForm(format);
  const expression = new RegExp(form?.source ?? "[]", "u");
  const isLooser = looser.includes(format);

  test(`SCHEMA-3: the pattern of a timestamp format matches the timestamps that decoders accept${isLooser ? "" : ", and no others"}`, () => {
    let accepted = 0;
    fc.assert(
      fc.property(texts(format), (text) => {
        const isAccepted = canonicalTimestamp(text, format) !== undefined;
        accepted += isAccepted ? 1 : 0;
        if (isAccepted || !isLooser) {
          expect([text, expression.test(text)]).toEqual([text, isAccepted]);
        }
      }),
      { numRuns: 150 },
    );
    expect(accepted).toBeGreaterThan(0);
    expect(form?.isLooser).toBe(isLooser);
  });
});

test("SCHEMA-3: the parts of a timestamp are in their ranges, also for dates that do not exist", () => {
  const matches = (format: string, text: string): boolean =>
    new RegExp(timestampForm(format)?.source ?? "[]", "u").test(text);
  expect(matches("%Y-%m-%d", "2015-02-30")).toBe(true);
  expect(["0000-01-01", "2015-13-01", "2015-01-32", "2015-1-01"].filter((text) => matches("%Y-%m-%d", text))).toEqual(
    [],
  );
  expect(["000", "367"].filter((text) => matches("%j", text))).toEqual([]);
});

test("SCHEMA-3: there is no pattern for a format with an unknown directive, of which no timestamp is accepted", () => {
  expect(["%Q", "%", "%-d", "%e"].map((format) => timestampForm(format))).toEqual(Array(4).fill(undefined));
});
