import { z } from "zod";
import { findMissingParts } from "#app/features/settings/consent-template.ts";
import { toStorableText } from "#app/lib/text.ts";

const sentence = (max: number) =>
  z
    .string()
    .overwrite(toStorableText)
    .trim()
    .min(1, { error: "Fill this in." })
    .max(max, { error: `At most ${max} characters.` })
    .transform((text) => text.replace(/\s+/g, " "));

/** The form for a new wording. Missing parts are reported under the path `missing`. */
export const consentWordingSchema = z
  .object({ consent: sentence(2_000), terms: sentence(300) })
  .superRefine((wording, context) => {
    for (const message of findMissingParts(wording))
      context.addIssue({ code: "custom", path: ["missing"], message });
  });
