// Creates, resets, lists and disables staff accounts: npm run staff -- create | reset |
// reset-factor | list | disable
import { readStaffCommand, STAFF_USAGE } from "#app/features/members/read-staff-command.ts";
import { runStaffCommand } from "#app/features/members/run-staff-command.server.ts";
import { readEnv } from "#app/lib/env.server.ts";
import { readOptions } from "./read-options.ts";
import { withDatabase } from "./with-database.ts";

const command = readOptions(STAFF_USAGE, () => readStaffCommand(process.argv.slice(2)));

if (command) {
  await withDatabase(async (db) => {
    const env = readEnv();
    const origin = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : `http://localhost:${env.PORT}`;
    const print = (what: string | object[]) =>
      typeof what === "string" ? console.log(what) : console.table(what);
    const result = await runStaffCommand(db, { command, origin, now: new Date(), print });
    if (!result.ok) throw new Error(result.reason);
  });
}
