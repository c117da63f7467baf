import type { Random } from "./random.js";

/** The parts of two moments, by directive. */
const moments: readonly Readonly<Record<string, string>>[] = [
  {
    Y: "2015",
    y: "15",
    m: "05",
    d: "12",
    j: "132",
    H: "15",
    I: "03",
    M: "50",
    S: "38",
    f: "000000",
    p: "PM",
    a: "Tue",
    A: "Tuesday",
    b: "May",
    B: "May",
    z: "+0000",
  },
  {
    Y: "1999",
    y: "99",
    m: "12",
    d: "31",
    j: "365",
    H: "00",
    I: "12",
    M: "00",
    S: "00",
    f: "123456",
    p: "AM",
    a: "Fri",
    A: "Friday",
    b: "Dec",
    B: "December",
    z: "+0000",
  },
];

/** A moment in a format. Directives that are used by few formats stay as they are, and are refused by readers. */
export function sampleTimestamp(format: string, random: Random): string {
  const moment = random.pick(moments);
  return format.replace(/%(.)/g, (directive, letter: string) => (letter === "%" ? "%" : (moment[letter] ?? directive)));
}
