import type { AppContext } from "#app/app-context.ts";
import {
  createLink,
  formatJoinPath,
  needsFirstSuperadmin,
} from "#app/features/auth/links.server.ts";

/** Prints the one-time link for the first superadmin, if nobody can sign in yet. */
export async function printFirstLink(
  { db, now }: Pick<AppContext, "db" | "now">,
  origin: string,
): Promise<void> {
  if (!(await needsFirstSuperadmin(db))) return;
  const token = await createLink(db, {
    purpose: "first",
    email: null,
    role: "superadmin",
    createdBy: "start",
    now: now(),
  });
  console.log(
    `  Nobody can sign in yet. The first superadmin opens this link within an hour:\n  ${origin}${formatJoinPath(token)}\n`,
  );
}
