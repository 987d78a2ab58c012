import { z } from "zod";
import { MEMBER_CHANGES } from "./member-constants.ts";
import { emailSchema, roleSchema } from "./schema.ts";

export const inviteSchema = z.object({
  email: z.string().trim().pipe(emailSchema),
  role: roleSchema,
});
export const memberChangeSchema = z
  .object({ intent: z.enum(MEMBER_CHANGES), userId: z.uuid(), role: roleSchema.optional() })
  .refine(({ intent, role }) => intent !== "set-role" || role);
