import { parseArgs } from "node:util";
import type { StaffRole } from "#app/features/auth/constants.ts";
import { emailSchema, roleSchema } from "#app/features/auth/schema.ts";

export type StaffCommand =
  | { verb: "create"; email: string; role: StaffRole }
  | { verb: "reset" | "reset-factor" | "disable"; email: string }
  | { verb: "list" };

export const STAFF_USAGE = `npm run staff -- create --email <address> --role superadmin|staff|reviewer
       npm run staff -- reset --email <address>
       npm run staff -- reset-factor --email <address>
       npm run staff -- disable --email <address>
       npm run staff -- list`;

const VERBS = ["create", "reset", "reset-factor", "disable", "list"] as const;

/**
 * Parses the arguments of `npm run staff`.
 * @throws an error with one sentence where they are invalid
 */
export function readStaffCommand(args: string[]): StaffCommand {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { email: { type: "string" }, role: { type: "string" } },
  });
  const verb = VERBS.find((known) => known === positionals[0]);
  if (!verb || positionals.length > 1) throw new Error(`Say what to do: ${VERBS.join(", ")}.`);
  if (values.role !== undefined && verb !== "create") throw new Error(`${verb} takes no --role.`);
  if (verb === "list") {
    if (values.email !== undefined) throw new Error("list takes no --email.");
    return { verb };
  }
  // Trimmed first: the schema validates the address before it trims.
  const email = emailSchema.safeParse(values.email?.trim());
  if (!email.success) throw new Error(`${verb} needs --email with an email address.`);
  if (verb !== "create") return { verb, email: email.data };
  const role = roleSchema.safeParse(values.role);
  if (!role.success) throw new Error("create needs --role superadmin, staff or reviewer.");
  return { verb, email: email.data, role: role.data };
}
