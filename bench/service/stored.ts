/** What the service is started with. */
export interface Place {
  /** The folder of the compiled service. */
  readonly service: string;
  readonly databaseUrl: string;
  /** The folder of its data. */
  readonly folder: string;
}

/** What there is in the service before it is measured. It travels to processes as JSON. */
export interface Stored extends Place {
  /** The token of an app of a team of {@link teamSize} members. */
  readonly teamToken: string;
  /** The tokens of users, each with the file {@link storedFile} of one mebibyte. */
  readonly userTokens: readonly string[];
}

/** How many calls are under way at a time: each user makes one after the other. */
export const userCount = 8;

export const teamSize = 100;

export const storedFile = "/Stored.bin";

/** Some bytes that look random. */
export function bytes(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, index) => (index * 7) % 251);
}

export const mebibyte = bytes(2 ** 20);
