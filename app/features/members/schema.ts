import { z } from "zod";
import { emailSchema, roleSchema } from "#app/features/auth/schema.ts";
import { MEMBER_CHANGES } from "./constants.ts";

export const inviteSchema = z.object({
  email: z.string().trim().pipe(emailSchema),
  role: roleSchema,
});
export const memberChangeSchema = z
  .object({ intent: z.enum(MEMBER_CHANGES), userId: z.uuid(), role: roleSchema.optional() })
  .refine(({ intent, role }) => intent !== "set-role" || role);
