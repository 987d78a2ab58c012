import { z } from "zod";

/** What the panel about the customer's page posts; `id` is the request's. */
export const linkFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("show-link"), id: z.uuid() }),
  z.object({ intent: z.literal("mail-link"), id: z.uuid() }),
  z.object({ intent: z.literal("revoke-link"), id: z.uuid(), keyId: z.uuid() }),
]);
const LINK_INTENTS: readonly unknown[] = linkFormSchema.options.map(
  ({ shape }) => shape.intent.value,
);
/** Whether a form on a request's page is about the customer's own page. */
export const isLinkForm = (form: FormData) => LINK_INTENTS.includes(form.get("intent"));

export type LinkRefusal = "fields" | "not-found" | "no-address" | "revoked";
/** `url`: of the customer's page; it cannot be shown again. */
export type LinkFormResult =
  | { ok: true; intent: "show-link"; url: string }
  | { ok: true; intent: "mail-link" | "revoke-link" }
  | { ok: false; reason: LinkRefusal };

export const LINK_REFUSALS: Record<LinkRefusal, string> = {
  fields: "That did not work. Please try again.",
  "not-found": "This request no longer exists.",
  "no-address": "The customer left no email address.",
  revoked: "This link was revoked before.",
};
