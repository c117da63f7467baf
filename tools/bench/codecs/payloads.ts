type Fields = Readonly<Record<string, unknown>>;

const folders = ["Planning", "Photos", "Übersicht", "Reports 2024", "contracts", "Archive"] as const;
const words = ["budget", "field notes", "Invoice", "glacier", "résumé", "minutes", "draft", "export"] as const;
const extensions = ["pdf", "jpg", "docx", "xlsx", "txt", "mov"] as const;
const givenNames = ["Mara", "Jonas", "Lena", "José", "Aiko", "Priya", "Tom"] as const;
const surnames = ["Okafor", "Weber", "Brandt", "Núñez", "Tanaka", "Iyer", "O’Neill"] as const;

/** Returns the JSON of a page of a big folder, as `files/list_folder` returns it: about 578 KB. */
export function listOfFiles(): Fields {
  const random = new Random(20_161);
  return {
    entries: Array.from({ length: 1000 }, () => entry(random)),
    cursor: random.id(160),
    has_more: true,
  };
}

/** Returns the JSON of a page of a big team, as `team/members/list_v2` returns it: about 755 KB. */
export function listOfMembers(): Fields {
  const random = new Random(20_162);
  return {
    members: Array.from({ length: 750 }, () => ({ profile: profile(random), roles: [role(random)] })),
    cursor: random.id(160),
    has_more: true,
  };
}

function entry(random: Random): Fields {
  if (random.oneIn(12)) {
    return { ".tag": "deleted", ...place(random) };
  }
  return random.oneIn(8) ? folder(random) : file(random);
}

function place(random: Random): Fields {
  const name = `${random.pick(words)} ${random.below(10_000)}.${random.pick(extensions)}`;
  const path = `/${random.pick(folders)}/${random.pick(words)}/${name}`;
  return { name, path_lower: path.toLowerCase(), path_display: path };
}

function folder(random: Random): Fields {
  return {
    ".tag": "folder",
    ...place(random),
    id: `id:${random.id(22)}`,
    ...(random.oneIn(3) && { sharing_info: { read_only: random.oneIn(2), ...sharedFolder(random) } }),
    ...(random.oneIn(3) && { property_groups: [propertyGroup(random)] }),
  };
}

function file(random: Random): Fields {
  return {
    ".tag": "file",
    ...place(random),
    id: `id:${random.id(22)}`,
    client_modified: random.moment(),
    server_modified: random.moment(),
    rev: random.hex(23),
    size: random.below(2 ** 31),
    ...(random.oneIn(3) && { media_info: mediaInfo(random) }),
    ...(random.oneIn(2) && {
      sharing_info: { read_only: random.oneIn(2), ...sharedFolder(random), modified_by: `dbid:${random.id(35)}` },
    }),
    is_downloadable: true,
    ...(random.oneIn(2) && { property_groups: [propertyGroup(random)] }),
    has_explicit_shared_members: random.oneIn(2),
    content_hash: random.hex(64),
    ...(random.oneIn(6) && {
      file_lock_info: {
        is_lockholder: true,
        lockholder_name: memberName(random).display_name,
        created: random.moment(),
      },
    }),
  };
}

function sharedFolder(random: Random): Fields {
  return { parent_shared_folder_id: random.text(10, "0123456789") };
}

function propertyGroup(random: Random): Fields {
  return {
    template_id: `ptid:${random.id(22)}`,
    fields: Array.from({ length: 2 }, () => ({ name: random.pick(words), value: random.id(16) })),
  };
}

function mediaInfo(random: Random): Fields {
  if (random.oneIn(6)) {
    return { ".tag": "pending" };
  }
  const isVideo = random.oneIn(4);
  return {
    ".tag": "metadata",
    metadata: {
      ".tag": isVideo ? "video" : "photo",
      dimensions: { height: 1 + random.below(6000), width: 1 + random.below(8000) },
      location: { latitude: random.below(180_000) / 1000 - 90, longitude: random.below(360_000) / 1000 - 180 },
      time_taken: random.moment(),
      ...(isVideo && { duration: random.below(10_000_000) }),
    },
  };
}

function memberName(random: Random): { readonly display_name: string } & Fields {
  const given = random.pick(givenNames);
  const surname = random.pick(surnames);
  return {
    given_name: given,
    surname,
    familiar_name: given,
    display_name: `${given} ${surname}`,
    abbreviated_name: given.charAt(0) + surname.charAt(0),
  };
}

function profile(random: Random): Fields {
  return {
    team_member_id: `dbmid:${random.id(34)}`,
    external_id: `staff-${random.below(100_000)}`,
    account_id: `dbid:${random.id(35)}`,
    email: emailAddress(random),
    email_verified: true,
    secondary_emails: Array.from({ length: random.below(3) }, () => ({
      email: emailAddress(random),
      is_verified: random.oneIn(2),
    })),
    status: random.oneIn(20)
      ? { ".tag": "removed", is_recoverable: true, is_disconnected: false }
      : { ".tag": random.pick(["active", "invited", "suspended"]) },
    name: memberName(random),
    membership_type: { ".tag": "full" },
    invited_on: random.moment(),
    joined_on: random.moment(),
    persistent_id: random.hex(32),
    profile_photo_url: `https://photos.example.com/${random.id(40)}`,
    groups: Array.from({ length: random.below(4) }, () => `g:${random.hex(32)}`),
    member_folder_id: random.text(10, "0123456789"),
    root_folder_id: random.text(10, "0123456789"),
  };
}

function emailAddress(random: Random): string {
  return `${random.id(8).replace(/[-_]/g, "x")}.${random.below(1000)}@example.com`;
}

function role(random: Random): Fields {
  return {
    role_id: `pid_dbtmr:${random.id(30)}`,
    name: random.pick(["Team admin", "User management admin", "Support admin"]),
    description: "Manages what members of the team may do, and helps them when they are stuck.",
  };
}

/** Deterministic pseudo-random numbers. */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns an integer from 0 to below `limit`. */
  below(limit: number): number {
    // A Lehmer generator: short, and good enough to vary payloads.
    this.#state = (this.#state * 48_271) % 0x7fff_ffff;
    return this.#state % limit;
  }

  /** Returns true once in `times` on average. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }

  /** Returns a string of a given length from an alphabet. */
  text(length: number, alphabet: string): string {
    return Array.from({ length }, () => alphabet.charAt(this.below(alphabet.length))).join("");
  }

  hex(length: number): string {
    return this.text(length, "0123456789abcdef");
  }

  id(length: number): string {
    return this.text(length, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
  }

  /** Returns a time within ten years, as a timestamp of the APIs. */
  moment(): string {
    return new Date(1_400_000_000_000 + this.below(300_000_000) * 1000).toISOString().replace(".000", "");
  }
}
