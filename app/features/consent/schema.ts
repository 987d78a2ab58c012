import { z } from "zod";
import { storableText } from "#app/lib/text.ts";
import { findMissingParts } from "./check-wording.ts";

const sentence = (max: number) =>
  z
    .string()
    .overwrite(storableText)
    .trim()
    .min(1, { error: "Fill this in." })
    .max(max, { error: `At most ${max} characters.` })
    .transform((text) => text.replace(/\s+/g, " "));

/** What a superadmin writes. */
export const consentWordingSchema = z
  .object({ consent: sentence(2_000), terms: sentence(300) })
  .superRefine((wording, context) => {
    for (const message of findMissingParts(wording))
      context.addIssue({ code: "custom", path: ["missing"], message });
  });

/** The setting: a wording with its version. One that lacks a part is not used. */
export const consentTemplateSchema = z
  .object({
    version: z.number().int().min(1),
    consent: z.string().max(2_000),
    terms: z.string().max(300),
  })
  .refine((template) => findMissingParts(template).length === 0, {
    error: "The wording lacks a required part.",
  });
