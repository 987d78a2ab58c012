export const INTEGRATIONS = ["contact-sync", "highlevel", "mail", "stripe", "ai"] as const;
export type Integration = (typeof INTEGRATIONS)[number];
