import { z } from "zod";
import { CONTACT_LENGTH, ERASE_WORD } from "./constants.ts";

/** One person, by a phone number (E.164) or an email address (lower case). */
export type Person = { kind: "phone" | "email"; value: string };

const token = z.string().min(1).max(2_000);

/** The forms of the people page, by intent. */
export const personFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("find"), contact: z.string().trim().min(1).max(CONTACT_LENGTH) }),
  z.object({
    intent: z.literal("stop"),
    person: token,
    scope: z.enum(["all", "company"]).default("all"),
  }),
  z.object({ intent: z.literal("erase"), person: token, confirm: z.literal(ERASE_WORD) }),
]);

export const EXPORT_FORMATS = ["json", "csv"] as const;
export const exportQuerySchema = z.object({ format: z.enum(EXPORT_FORMATS), person: token });
