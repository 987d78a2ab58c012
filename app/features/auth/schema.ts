import { z } from "zod";
import { CODE_LENGTH, PASSWORD_MAX, PASSWORD_MIN, STAFF_ROLES } from "./constants.ts";

export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email({ error: "Enter an email address." }).max(200));
export const passwordSchema = z
  .string()
  .min(PASSWORD_MIN, { error: `Choose a password of at least ${PASSWORD_MIN} characters.` })
  .max(PASSWORD_MAX, { error: `A password has at most ${PASSWORD_MAX} characters.` });
export const codeSchema = z.string().regex(new RegExp(`^\\d{${CODE_LENGTH}}$`), {
  error: `Enter the ${CODE_LENGTH} digits that your authenticator app shows.`,
});
export const roleSchema = z.enum(STAFF_ROLES);

/** The form behind a one-time link; an invitation already has its email address. */
export const joinSchema = z.object({
  email: emailSchema,
  name: z.string().trim().min(1, { error: "Enter your name." }).max(80),
  password: passwordSchema,
});
