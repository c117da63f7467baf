import { DocumentHighlightKind, type Location, type LocationLink } from "vscode-languageserver";
import { findDefinition, type Link } from "../features/definition.js";
import { findImplementations } from "../features/implementation.js";
import type { FileRange } from "../features/places.js";
import type { Snapshot } from "../features/project.js";
import { findHighlights, findReferences } from "../features/references.js";
import { findTypeDefinition } from "../features/type-definition.js";
import type { Session } from "./session.js";

/** Handles requests for the declarations and uses of names. */
export function registerNavigation(session: Session): void {
  const { connection } = session;
  connection.onDefinition(
    session.positionHandler("imports", ({ snapshot, path, offset }) => {
      const hasLinks = session.capabilities.textDocument?.definition?.linkSupport === true;
      return toLocations(findDefinition(snapshot, path, offset), snapshot, session, hasLinks);
    }),
  );
  connection.onTypeDefinition(
    session.positionHandler("imports", ({ snapshot, path, offset }) => {
      const hasLinks = session.capabilities.textDocument?.typeDefinition?.linkSupport === true;
      return toLocations(findTypeDefinition(snapshot, path, offset), snapshot, session, hasLinks);
    }),
  );
  connection.onImplementation(
    session.positionHandler("files in time", ({ snapshot, path, offset }) => {
      const hasLinks = session.capabilities.textDocument?.implementation?.linkSupport === true;
      return toLocations(findImplementations(snapshot, path, offset), snapshot, session, hasLinks);
    }),
  );
  connection.onReferences(
    session.positionHandler("files in time", ({ snapshot, path, offset }, { context }) =>
      findReferences(snapshot, path, offset, context.includeDeclaration).map((range) =>
        toLocation(range, snapshot, session),
      ),
    ),
  );
  connection.onDocumentHighlight(
    session.positionHandler("imports", ({ snapshot, path, offset }) =>
      findHighlights(snapshot, path, offset).map(({ range, isDeclaration }) => ({
        range: session.rangeOf(snapshot, range),
        kind: isDeclaration ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
      })),
    ),
  );
}

function toLocations(
  links: readonly Link[],
  snapshot: Snapshot,
  session: Session,
  hasLinks: boolean,
): Location[] | LocationLink[] {
  if (!hasLinks) {
    return links.map(({ name }) => toLocation(name, snapshot, session));
  }
  return links.map(({ origin, extent, name }) => ({
    originSelectionRange: session.rangeOf(snapshot, origin),
    targetUri: session.uriOf(name.path),
    targetRange: session.rangeOf(snapshot, extent),
    targetSelectionRange: session.rangeOf(snapshot, name),
  }));
}

export function toLocation(range: FileRange, snapshot: Snapshot, session: Session): Location {
  return { uri: session.uriOf(range.path), range: session.rangeOf(snapshot, range) };
}
