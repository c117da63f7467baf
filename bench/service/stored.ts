/** The paths and the database of the service. */
export interface Place {
  /** The folder of the compiled service. */
  readonly service: string;
  readonly databaseUrl: string;
  /** The folder of its data. */
  readonly folder: string;
}

/** The data of the service before the measurement. It is sent to processes as JSON. */
export interface Stored extends Place {
  /** The token of an app of a team of {@link teamSize} members. */
  readonly teamToken: string;
  /** The tokens of users, each with the file {@link storedFile} of one mebibyte. */
  readonly userTokens: readonly string[];
}

/** The number of concurrent calls: each user calls sequentially. */
export const userCount = 8;

export const teamSize = 100;

export const storedFile = "/Stored.bin";

/** Pseudo-random bytes. */
export function bytes(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, index) => (index * 7) % 251);
}

export const mebibyte = bytes(2 ** 20);
