/** A person of the demo team. */
export interface Person {
  readonly given_name: string;
  readonly surname: string;
  readonly email: string;
  readonly role: "team_admin" | "user_management_admin" | "support_admin" | "member_only";
  readonly status: "active" | "invited" | "suspended";
  /** The group of the person. */
  readonly group: string;
}

const domain = "stonemasons.example";

/** The credentials of the administrator, with which users of the demo log in. */
export const admin = { email: `ada@${domain}`, password: "dressed stone" } as const;

const names: Readonly<Record<string, readonly string[]>> = {
  Office: ["Ada Pillar", "Bo Arch", "Cleo Vault", "Dan Lintel", "Nora Plinth", "Omar Cornice"],
  Quarry: [
    "Eve Keystone",
    "Finn Quoin",
    "Gil Corbel",
    "Hana Ashby",
    "Ivo Granite",
    "Jun Slate",
    "Kaya Flint",
    "Leo Marl",
  ],
  Workshop: [
    "Mia Chisel",
    "Nils Mallet",
    "Olga Trowel",
    "Pia Gargoyle",
    "Quin Ogee",
    "Rosa Finial",
    "Sam Voussoir",
    "Tea Mosaic",
  ],
  Sites: [
    "Ugo Buttress",
    "Vera Gable",
    "Wim Parapet",
    "Xenia Dome",
    "Yara Apse",
    "Zeno Crypt",
    "Aldo Nave",
    "Birgit Spire",
  ],
};

const roles: Readonly<Record<string, Person["role"]>> = {
  "Ada Pillar": "team_admin",
  "Bo Arch": "user_management_admin",
  "Cleo Vault": "support_admin",
};

const suspended = new Set(["Leo Marl"]);
const invited = new Set(["Birgit Spire", "Zeno Crypt"]);

/** The groups of the team. */
export const groups: readonly string[] = Object.keys(names);

/** The people of the team, the administrator first. */
export const people: readonly Person[] = Object.entries(names).flatMap(([group, members]) =>
  members.map((name) => {
    const [given_name = "", surname = ""] = name.split(" ");
    return {
      given_name,
      surname,
      email: `${given_name.toLowerCase()}@${domain}`,
      role: roles[name] ?? "member_only",
      status: suspended.has(name) ? "suspended" : invited.has(name) ? "invited" : "active",
      group,
    };
  }),
);
