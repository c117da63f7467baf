export const privacyFormats = ["markdown", "json", "csv"] as const;

export type PrivacyFormat = (typeof privacyFormats)[number];
