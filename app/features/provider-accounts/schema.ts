import { z } from "zod";
import { toStorableText } from "#app/lib/text.ts";
import { CODE_LENGTH, EMAIL_LENGTH, NAME_LENGTH, PROVIDER_ROLES } from "./constants.ts";

export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(EMAIL_LENGTH, { error: "This email address is too long." })
  .pipe(z.email({ error: "Enter your email address, such as ann@example.com." }));

export const nameSchema = z
  .string()
  .overwrite(toStorableText)
  .trim()
  .min(1, { error: "Enter your name." })
  .max(NAME_LENGTH, { error: `A name has at most ${NAME_LENGTH} characters.` });

/** Six digits as people type them: "123 456" too. */
export const codeSchema = z
  .string()
  .max(20)
  .transform((text) => text.replaceAll(/\D/g, ""))
  .pipe(z.string().length(CODE_LENGTH));

export const recoveryCodeSchema = z.string().trim().min(6).max(40);

export const joinSchema = z.object({ name: nameSchema, email: emailSchema });

export const roleSchema = z.enum(PROVIDER_ROLES);

/** A page of the portal that a sign-in leads back to. */
export const nextSchema = z
  .string()
  .max(200)
  .regex(/^\/pro\/[a-z0-9/-]*$/);
