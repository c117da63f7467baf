import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { zipSync, type Zippable } from "fflate";

/** The members of the manifest that the package itself names. */
interface Manifest {
  readonly name: string;
  readonly displayName: string;
  readonly version: string;
  readonly publisher: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly categories: readonly string[];
  readonly engines: { readonly vscode: string };
}

const contentTypes: Readonly<Record<string, string>> = {
  ".cjs": "application/javascript",
  ".js": "application/javascript",
  ".json": "application/json",
  ".md": "text/markdown",
  ".mjs": "application/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".vsixmanifest": "text/xml",
};

/** The oldest date that a ZIP archive can have: equal files make equal packages. */
const date = new Date(1980, 0, 1);

/**
 * The package of an extension for Visual Studio Code: a ZIP archive with the files of a folder and with two files that describe
 * them. The tool `vsce` makes the same, with 200 packages of dependencies.
 */
export async function makeVsix(folder: string): Promise<Uint8Array> {
  const paths = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
  const encoder = new TextEncoder();
  const files: Zippable = {
    "extension.vsixmanifest": encoder.encode(describePackage(manifest)),
    "[Content_Types].xml": encoder.encode(describeContents()),
  };
  for (const path of paths) {
    const name = path.slice(folder.length + 1).replaceAll("\\", "/");
    if (contentTypes[extname(name)] === undefined) {
      throw new Error(`The content type of ${name} is not known.`);
    }
    files[`extension/${name}`] = await readFile(path);
  }
  return zipSync(files, { level: 9, mtime: date });
}

function describePackage(manifest: Manifest): string {
  const { name, displayName, version, publisher, description, keywords, categories, engines } = manifest;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escape(name)}" Version="${escape(version)}" Publisher="${escape(publisher)}"/>
    <DisplayName>${escape(displayName)}</DisplayName>
    <Description xml:space="preserve">${escape(description)}</Description>
    <Tags>${escape([...keywords, "__ext_stone", "__web_extension"].join(","))}</Tags>
    <Categories>${escape(categories.join(","))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escape(engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionDependencies" Value=""/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionPack" Value=""/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace,web"/>
      <Property Id="Microsoft.VisualStudio.Code.ExecutesCode" Value="true"/>
      <Property Id="Microsoft.VisualStudio.Services.GitHubFlavoredMarkdown" Value="true"/>
      <Property Id="Microsoft.VisualStudio.Services.Content.Pricing" Value="Free"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/icon.png</Icon>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Changelog" Path="extension/CHANGELOG.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/icon.png" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

function describeContents(): string {
  const defaults = Object.entries(contentTypes)
    .map(([extension, type]) => `  <Default Extension="${extension}" ContentType="${type}"/>\n`)
    .join("");
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
${defaults}</Types>
`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
