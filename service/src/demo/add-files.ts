import type { Client } from "cloud-storage-api";

/** The files of the administrator. `/Drawings` is a team folder. */
const files: Readonly<Record<string, string>> = {
  "/Welcome.md": `# Welcome to the demo

This storage belongs to Ada Pillar. List it, search it, upload into it: the data are yours to change.
Delete the folder service/data/demo to start over.
`,
  "/Plans/Bell tower.svg": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 80">
  <path d="M8 80V24L20 4l12 20v56ZM16 80V64h8v16Z" fill="none" stroke="black"/>
</svg>
`,
  "/Plans/Bell tower.md":
    "Height 31 m, footprint 7 by 7 m, sandstone.\nThe scaffold stands until the end of the month.\n",
  "/Plans/Archive/Cloister.md": "Twelve bays, four of them restored.\n",
  "/Invoices/2026-01.csv":
    "date,customer,amount\n2026-01-12,Parish of St. Anne,4200.00\n2026-01-28,City museum,1850.50\n",
  "/Invoices/2026-02.csv": "date,customer,amount\n2026-02-03,City museum,990.00\n2026-02-19,Harbour office,7300.00\n",
  "/Notes/Mortar.txt": "Lime and sand, 1 to 3. Keep it wet for three days.\n",
  "/Drawings/Facade.md": "North facade, scale 1:50. Stones 14 to 32 are to be replaced.\n",
  "/Drawings/Details/Corbel.md": "Corbel with acanthus, 40 cm.\n",
};

/** Uploads the files of the demo. The client must act for the administrator. */
export async function addFiles({ files: api }: Client): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await api.upload({ path }, text);
  }
}
