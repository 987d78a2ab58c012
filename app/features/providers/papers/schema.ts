import { z } from "zod";
import { toStorableText } from "#app/lib/text.ts";
import { ISSUER_LENGTH, MAX_VALID_YEARS, NUMBER_LENGTH, PAPER_KINDS } from "./constants.ts";

const line = (max: number, error: string) =>
  z
    .string()
    // One line: it becomes part of a sentence that customers read.
    .transform((text) => toStorableText(text).replaceAll(/\s/g, " ").trim())
    .pipe(
      z
        .string()
        .min(1, { error })
        .max(max, { error: `Use at most ${max} characters.` }),
    );

/** What a provider says about a paper; `today` (2026-11-21) is the first day on which it may end. */
export const buildPaperSchema = (today: string) =>
  z.object({
    kind: z.enum(PAPER_KINDS, { error: "Choose what it is." }),
    number: line(NUMBER_LENGTH, "Enter the number on the paper."),
    issuer: line(ISSUER_LENGTH, "Enter who issued it."),
    valid_until: z.iso
      .date({ error: "Enter the last day on which it is valid." })
      .refine((day) => day >= today, { error: "This day has passed. Send the current paper." })
      .refine((day) => day <= addYears(today, MAX_VALID_YEARS), {
        error: `Enter a day within ${MAX_VALID_YEARS} years.`,
      }),
  });
export type PaperFields = z.infer<ReturnType<typeof buildPaperSchema>>;

const addYears = (day: string, years: number) =>
  `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
