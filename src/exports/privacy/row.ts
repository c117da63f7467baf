import type { Scalar } from "../../ir/api.js";

export type RoutePart = "arg" | "result" | "error";

/** A place in messages that a specification marks as private. */
export interface PrivacyMark {
  /** The path, such as `entries[]<file>.owner.email`; empty for the whole message. */
  readonly path: string;
  readonly kind: "blot" | "hash" | "omitted" | "annotation";
  /** The regular expression of a redactor, whose groups stay visible. */
  readonly expression?: string | undefined;
  /** The annotation, such as `privacy.Email`; undefined for `Omitted`, which has a caller instead. */
  readonly annotation?: string | undefined;
  /** The type of a custom annotation. */
  readonly annotationType?: string | undefined;
  readonly args?: Readonly<Record<string, Scalar>> | undefined;
  /** The documentation of the type of a custom annotation. */
  readonly doc?: string | undefined;
  /** The only caller that receives the data. */
  readonly caller?: string | undefined;
}

/** A marked place in a message of a route. */
export interface PrivacyRow extends PrivacyMark {
  /** The route, such as `files/list_folder:2`. */
  readonly route: string;
  readonly part: RoutePart;
  /** Whether the data is sent to the service or received from it. */
  readonly direction: "into" | "out of";
  /** The permission that an app needs for the route. */
  readonly permission?: string | undefined;
  /** The kinds of authentication that the route accepts; empty if the specification does not define any. */
  readonly authentication: readonly string[];
}

/** A marked place in a type that no route uses. */
export interface PrivacyTypeRow extends PrivacyMark {
  /** The type, such as `auth.TokenResponse`. */
  readonly type: string;
}
