import { z } from "zod";
import { toStorableText } from "#app/lib/text.ts";
import { LIFETIMES, LIMITS, NAME_LENGTH, SCOPES } from "./constants.ts";

const oneOf = (allowed: readonly number[], error: string) =>
  z
    .string()
    .transform(Number)
    .refine((value) => allowed.includes(value), { error });

/** The form of a new key. Each scope is a check box of its own, named `scope:` and the scope. */
export const newKeySchema = z
  .object({
    name: z
      .string()
      .transform((text) => toStorableText(text).trim())
      .pipe(
        z
          .string()
          .min(1, { error: "Name the program that gets the key." })
          .max(NAME_LENGTH, { error: `Use at most ${NAME_LENGTH} characters.` }),
      ),
    days: oneOf(LIFETIMES, "Choose when the key expires."),
    limit: oneOf(LIMITS, "Choose how many calls per minute it may make."),
  })
  .loose()
  .transform(({ name, days, limit, ...rest }, context) => {
    const scopes = SCOPES.filter((scope) => `scope:${scope}` in rest);
    if (scopes.length === 0)
      context.addIssue({
        code: "custom",
        path: ["scopes"],
        message: "Choose at least one permission.",
      });
    return { name, days, limit, scopes };
  });

export type KeyField = "name" | "days" | "limit" | "scopes";

/** The reply to a form of the page of keys. */
export type KeyReply = {
  done?: string;
  failed?: string;
  /** A new key: shown once, never stored. */
  key?: string;
  name?: string;
  message?: string;
  resubmit?: Record<string, string>;
  errors?: Partial<Record<KeyField, string>>;
};
