import {
  range,
  asciiDigits,
  asciiLetters,
  asciiSpaces,
  lastCodePoint,
  spaces,
  type CharacterRange,
  type CharacterClass,
  type CharacterSet,
  type SetItem,
} from "./character-set.js";
import { minus, union } from "./symbols.js";

/*
 * Characters of Unicode 17. The output for a specification must not depend on the engine that compiles it, whose
 * Unicode version may be older or newer. Each range is written as `distance+more` in base 36: the distance from the end
 * of the previous range, and the number of characters after the first one, unless it is 0.
 */

/** The characters that Python's `\d` matches: decimal digits. */
const digits = `
  1c+9 17q+9 3q+9 5i+9 bg+9 3a+9 3a+9 3a+9 3a+9 3a+9 3a+9 3a+9 3a+9 3a+9 2o+9 3a+9 1y+9 7q+9 1y+9 1fq+9 12+9 8c+9 3k+9
  4m+9 6+9 52+9 2e+9 3q+9 6+9 r7q+9 iu+9 12+9 5i+9 m+9 2e+9 ba+9 geu+9 13a+9 1om+9 6+9 m4+9 3k+9 1o+9 40+9 7q+9 9i+9
  3a+9 ae+9 2u+9 6+j 24+9 bq+9 2u+9 ie+9 2e+9 6u+9 1y+9 1i+9 9y+9 d06+9 1t2+9 2e+9 3q+9 eu+9 iuu+9 250+1d 1ts+9 bq+9
  dy+9 6v+9 np+9 3o6+9
`;

/** The characters that Python's `\w` matches: letters, numbers and the underscore. */
const words = `
  1c+9 7+p 4 1+p 1b 7+1 1 3+1 1+2 1+m 1+u 1+cp 4+b e+4 7 1 3l+4 1+1 2+3 1 6 1+2 1 1+j 1+2a 1+3u 8+4l 1+11 2 6+14 1z+q
  4+3 19+16 l+9 4+1 1+2q 1 f+1 7+e 2 g 1+t t+2g b e+16 9+1 4 5+l 4 9 3 n+o 7+a 5+n 1+6 g+15 1m+1h 3 i 7+9 4+9 1+f 4+7
  2+1 2+l 1+6 1 3+3 3 g d+1 1+2 4+b 2+5 2 8+5 4+1 2+l 1+6 1+1 1+1 1+1 v+3 1 7+9 2+2 g+8 1+2 1+l 1+6 1+1 1+4 3 i f+1
  4+9 9 b+7 2+1 2+l 1+6 1+1 1+4 3 u+1 1+2 4+9 1+6 b 1+5 3+2 1+3 3+1 1 1+1 3+1 3+2 3+b m l+c i+7 1+2 1+m 1+f 3 q+2 1+1
  2+1 4+9 8+6 1 4+7 1+2 1+m 1+9 1+4 3 u+2 1+1 4+9 1+1 h+8 1+2 1+14 2 g 5+2 1+9 4+i 1+5 5+h 3+n 1+8 1 2+6 v+9 h+1b 1+1
  c+6 9+9 13+1 1 1+4 1+n 1 1+9 1+1 9 2+4 1 9+9 2+3 w v+j c+7 1+z r+4 37+16 k+a 6+5 4+3 3 3+1 7+2 4+c c 1+9 6+11 1 5
  2+16 1+98 1+3 2+6 1 1+3 2+14 1+3 2+w 1+3 2+6 1 1+3 2+e 1+1k 1+3 2+1u e+j 3+f g+2d 2+5 3+h7 2+g 1+p 5+22 3+a 7+h d+i
  e+h e+c 1+2 f+1f z 4 3+9 6+9 m+9 6+2g 7+4 2+x 1 5+1x a+u 13+13 2+4 b+17 4+p 6+a 11+m 9+1g 17+9 6+9 d 2l+1a h+7 3+9
  15+t d+1j q+z s+9 3+1c 2+a 5+16 2+2 15+3 1+5 1+1 3 5+5b 1s+7p 2+5 2+11 2+5 2+7 1 1 1 1+u 2+1g 1+6 1 3+2 1+6 3+3 2+5
  4+c 5+2 1+6 37+1 2+5 5+a 6+c 2t 4 2+9 1 3+4 6 1 1 1+3 1+a 2+3 5+4 4 1+1l k6+1n 26+l hi+t vg+6c 6+3 3+1 9 2+11 1 5
  2+1j 7 g+m 9+6 1+6 1+6 1+6 1+6 1+6 1+6 1+6 28 d1+2 p+8 7+4 2+4 4+2d 6+2 1+2h 1+3 5+16 1+2l 3+3 a+v 1c+f w+9 u+7 1+e
  w+9 13+e 8w+533 1s+h3g 1v+19 2+7g 3+r k+1a g+u 2+27 13+8 2+2u 2+29 k+g 1+2 1+3 1+m d+5 a+1f e+1d s+9 o+5 3 1+1 1+11
  a+m p+s 7+1a s+a 6+4 1+o 1+14 n+2 1+7 4+9 6+m 3 3+1d 1 3+1 2+4 2 1 o+2 2+a 7+2 c+5 2+5 2+5 9+6 1+6 1+16 1+d 6+36 d+9
  6+8mb c+m 4+1c 6is+a5 2+2x 12+6 c+4 5 1+9 1+c 1+4 1 1+1 1+1 1+2z x+a2 i+1r 2+1h 14+b 38+4 1+3q j+9 7+p 6+p b+2g 3+5
  2+5 2+5 2+2 z+b 1+p 1+i 1+1 1+e 2+d y+3e c+18 c+1k h+1 6s+s 3+1c g+q 4+z 9+t 5+11 a+t 2+z 4+7 1+4 16+4d 2+9 6+z 4+z
  4+13 8+1f c+a 1+e 1+6 1+1 1+a 1+e 1+6 1+1 3+1f c+8m 9+l a+7 o+5 1+15 1+8 1x+5 2 1+17 1+1 3 2+m 2+u 2+11 8+8 1c+i 1+1
  5+w 4+p 6+p 12+1j 4+j 2+1a f+3 1+2 1+s a+8 n+u 1+v w+7 1+r 6+4 g+1h a+l 2+q 5+p n+6 28+20 1j+1e d+1e 7+15 c+9 6+11
  9+m 62+u 1+15 6+1 g+5 1k+13 8+l b+3 r+h 1a+r k+m c+1g q+t 1+1 2 d+18 w+o 7+9 9+z f+9 4 2 8+y 3 c+1b e+3 b+a 1 4+j
  b+h 1+o j+1 1r+6 1 1+3 1+e 1+9 7+1a h+9 b+7 2+1 2+l 1+6 1+1 1+4 3 i c+4 u+9 1 2 1+11 1 p 1 18+1g i+3 5+9 5+2 u+1b
  k+1 1 8+9 4m+1a 15+3 10+1b k b+9 12+16 d 7+9 6+j s+q l+b 4+6 55+17 38+2a c+7 2 2+7 1+1 1+n f 1 e+9 1y+7 2+12 g 1 s
  a+13 7 l b+19 j i+20 5j+w f+9 6+8 1+10 h f+s 5+t 34+6 1+1 1+11 l 9+9 6+5 1+1 1+v e 7+9 6+17 4+9 6u+i f 1+c 1+x s+9
  2e f+k 17+pl 2u+32 h+5f 218+2o f+tr h+5 p+32y 5+g6 5a1+t i+9 1c6+fs 7+u 1+9 6+26 1+9 6+t i+1b g+3 c+9 1+6 1+k 5+i
  c0+18 3+9 5i+2e 9+o 2+o 18+22 5 1u+c 1s+1 1 e+4 9+5p1 15+v 2p+36 6pp+3 1+6 1+1 1+82 f t+2 2 e+3 8+az 1s4+2y 5+c 3+8
  7+9 386+9 152+j c+j 30+o 3r+2c 1+1y 1+1 2 2+1 2+3 1+b 1 1+6 1+1s 1+3 2+7 1+6 1+r 1+3 1+4 1 3+6 1+9f 2+o 1+o 1+u 1+o
  1+u 1+o 1+u 1+o 1+u 1+o 1+7 2+1d 1ds+u 6+5 79+1p 42+18 a+6 2+9 4 8x+t i+17 4+9 d2+r 4+9 5y+t 2+a 5h+u 1+2 1+1 1+6
  2+4 9+1 68+6 1+3 1+1 1+e 1+5g 2+8 1c+1v 7 4+9 lz+1m 1+2 1+3 24+18 1+e 5e+3 1+q 1+1 1 2 1+9 1+3 1 1 6 4 1 1 1+2 1+1 1
  2 1 1 1 1 1+1 1 2+3 1+6 1+3 1+3 1 1+9 1+g 5+2 1+4 1+g g4+c 25f+9 sm+wyn w+3dp 2+4gd 2+5rk f+h9 1wi+f1 15u+3t6 5+6jt
`;

export const unicodeDigits: readonly CharacterRange[] = decode(digits);
export const unicodeWords: readonly CharacterRange[] = decode(words);

function decode(text: string): CharacterRange[] {
  let end = 0;
  return text
    .trim()
    .split(/\s+/)
    .map((each) => {
      const [distance = 0, more = 0] = each.split("+").map((number) => parseInt(number, 36));
      const from = end + distance;
      end = from + more + 1;
      return range(from, from + more);
    });
}

/** Sorted ranges of code points that neither overlap nor touch. */
export type CodePoints = readonly CharacterRange[];

export const allCodePoints: CodePoints = [range(0, lastCodePoint)];

/**
 * Returns the code points of a set. Letters and digits are those of a fixed Unicode version, regardless of the engine's
 * version.
 */
export function toCodePoints({ negated, items }: CharacterSet): CodePoints {
  const listed = union(items.map(itemCodePoints));
  return negated ? minus(allCodePoints, listed) : listed;
}

function itemCodePoints(item: SetItem): CodePoints {
  if (item.kind === "range") {
    return [item];
  }
  const members = union([classMembers(item)]);
  return item.negated ? minus(allCodePoints, members) : members;
}

function classMembers({ name, ascii }: CharacterClass): readonly CharacterRange[] {
  switch (name) {
    case "digit":
      return ascii ? asciiDigits : unicodeDigits;
    case "word":
      return ascii ? [...asciiDigits, ...asciiLetters] : unicodeWords;
    case "space":
      return ascii ? asciiSpaces : spaces;
  }
}
