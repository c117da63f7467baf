/** Allocates names that stay unique even if tools replace or remove their dots. */
export class UniqueNames {
  readonly #taken = new Set<string>();

  /** Allocates and returns the name, with a number appended if it is taken. */
  take(name: string): string {
    let unique = name;
    for (let number = 2; spellings(unique).some((spelling) => this.#taken.has(spelling)); number += 1) {
      unique = `${name}${number}`;
    }
    spellings(unique).forEach((spelling) => this.#taken.add(spelling));
    return unique;
  }
}

/** Returns the spellings of a name in code generators. */
function spellings(name: string): string[] {
  return [name.replaceAll(".", "_"), `without dots: ${name.replaceAll(".", "")}`];
}
