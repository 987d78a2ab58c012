export const INTEGRATIONS = ["contact-sync", "highlevel", "mail", "texts", "stripe", "ai"] as const;
export type Integration = (typeof INTEGRATIONS)[number];
