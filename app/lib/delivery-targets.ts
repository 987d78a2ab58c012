/** Where requests are delivered. A stored request keeps the target that was set at the time. */

/** The contact-sync function at the CRM provider (CONTACT_SYNC_URL). */
export const CONTACT_SYNC_TARGET = "contact-sync";
/** HighLevel's own API, connected in Settings (CRM_CLIENT_ID). */
export const HIGHLEVEL_TARGET = "highlevel";
export const DELIVERY_TARGETS = [CONTACT_SYNC_TARGET, HIGHLEVEL_TARGET] as const;
export type TargetName = (typeof DELIVERY_TARGETS)[number];
export const TARGET_LABELS: Record<TargetName, string> = {
  [CONTACT_SYNC_TARGET]: "Contact-sync function",
  [HIGHLEVEL_TARGET]: "HighLevel",
};
