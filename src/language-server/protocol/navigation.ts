import {
  DocumentHighlightKind,
  SymbolKind,
  type Location,
  type LocationLink,
  type CallHierarchyItem,
  type TypeHierarchyItem,
} from "vscode-languageserver";
import {
  findDefinition,
  findImplementations,
  findTypeDefinition,
  findHighlights,
  findReferences,
  type Link,
} from "../features/navigation.js";
import {
  findCarriers,
  typesOfRoute,
  subtypes,
  supertypes,
  typeAt,
  type DeclaredRoute,
} from "../features/hierarchies.js";
import { occurrenceAt, toFileRange, type FileRange } from "../features/places.js";
import type { Snapshot } from "../features/project.js";
import { routeTitle } from "../features/symbols.js";
import type { DeclaredType } from "../symbols/names.js";
import type { Session, PlaceInDocument } from "./session.js";

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

/** Handles requests for the hierarchy of types, and for the routes that carry a type (LSP-29). */
export function registerHierarchies(session: Session): void {
  const { typeHierarchy, callHierarchy } = session.connection.languages;
  typeHierarchy.onPrepare(
    session.positionHandler("files in time", ({ snapshot, path, offset }) => {
      const type = typeAt(snapshot, path, offset);
      return type === undefined ? null : [typeItem(type, snapshot, session)];
    }),
  );
  const related = (find: typeof supertypes) =>
    session.requestHandler("files in time", ({ item }: { readonly item: TypeHierarchyItem }) => {
      const place = placeOfItem(item, session);
      const type = place && typeAt(place.snapshot, place.path, place.offset);
      return place === undefined || type === undefined
        ? []
        : find(type, place.snapshot.names).map((other) => typeItem(other, place.snapshot, session));
    });
  typeHierarchy.onSupertypes(related(supertypes));
  typeHierarchy.onSubtypes(related(subtypes));

  callHierarchy.onPrepare(
    session.positionHandler("files in time", (place): CallHierarchyItem[] | null => {
      const route = routeAt(place);
      const type = route === undefined ? typeAt(place.snapshot, place.path, place.offset) : undefined;
      const item =
        route === undefined
          ? type && typeItem(type, place.snapshot, session)
          : routeItem(route, place.snapshot, session);
      return item === undefined ? null : [item];
    }),
  );
  callHierarchy.onIncomingCalls(
    session.requestHandler("files in time", ({ item }) => {
      const place = placeOfItem(item, session);
      const type = place && typeAt(place.snapshot, place.path, place.offset);
      return place === undefined || type === undefined
        ? []
        : findCarriers(type, place.snapshot.names).map(({ route, path, reference }) => ({
            from: { ...routeItem(route, place.snapshot, session), detail: path.join(" → ") },
            fromRanges: [session.rangeOf(place.snapshot, toFileRange(reference.extent))],
          }));
    }),
  );
  callHierarchy.onOutgoingCalls(
    session.requestHandler("files in time", ({ item }) => {
      const place = placeOfItem(item, session);
      const route = place && routeAt(place);
      return place === undefined || route === undefined
        ? []
        : typesOfRoute(route, place.snapshot.names).map(({ type, reference }) => ({
            to: typeItem(type, place.snapshot, session),
            fromRanges: [session.rangeOf(place.snapshot, toFileRange(reference.extent))],
          }));
    }),
  );
}

function routeAt({ snapshot, path, offset }: PlaceInDocument): DeclaredRoute | undefined {
  const target = occurrenceAt(snapshot, path, offset)?.resolve();
  return target?.kind === "route" ? target : undefined;
}

function placeOfItem({ uri, selectionRange }: TypeHierarchyItem, session: Session): PlaceInDocument | undefined {
  return session.placeOf({ uri }, selectionRange.start);
}

function typeItem({ namespace, node }: DeclaredType, snapshot: Snapshot, session: Session): TypeHierarchyItem {
  return {
    name: node.name.text,
    detail: namespace,
    kind: node.kind === "struct" ? SymbolKind.Struct : SymbolKind.Enum,
    uri: session.uriOf(node.name.span.source.path),
    range: session.rangeOf(snapshot, toFileRange(node.extent)),
    selectionRange: session.rangeOf(snapshot, toFileRange(node.name.span)),
  };
}

function routeItem(route: DeclaredRoute, snapshot: Snapshot, session: Session): CallHierarchyItem {
  const { node, namespace } = route;
  return {
    name: routeTitle(node),
    detail: namespace,
    kind: SymbolKind.Method,
    uri: session.uriOf(node.name.span.source.path),
    range: session.rangeOf(snapshot, toFileRange(node.extent)),
    selectionRange: session.rangeOf(snapshot, toFileRange(node.name.span)),
  };
}
