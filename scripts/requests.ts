// Lists the latest requests with their sync state and attempts: npm run requests -- [how many]
import { parseArgs } from "node:util";
import { listRequestsWithSync } from "#app/features/crm/outbox/queries.server.ts";
import { readOptions } from "./read-options.ts";
import { withDatabase } from "./with-database.ts";

const USAGE = "npm run requests -- [how many, at most 500]";

const options = readOptions(USAGE, () => {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} });
  const [text = "20"] = positionals;
  const limit = Number(text);
  if (positionals.length > 1 || !Number.isInteger(limit) || limit < 1 || limit > 500)
    throw new Error(`"${positionals.join(" ")}" is not a number from 1 to 500.`);
  return { limit };
});

if (options)
  await withDatabase(async (db) => {
    const rows = await listRequestsWithSync(db, options.limit);
    if (rows.length === 0) return console.log("No requests yet.");
    console.table(
      rows.map((row) => ({
        created: row.createdAt.toISOString().slice(0, 19).replace("T", " "),
        id: row.id,
        name: row.name.slice(0, 30),
        phone: row.phone.slice(0, 20),
        service: row.service.slice(0, 25),
        flags: row.flags.join(", "),
        sync: row.sync === "waiting" && row.isOptedOut ? "opted out" : row.sync,
        attempts: row.attempts,
        next:
          row.sync === "waiting" && row.nextAttemptAt
            ? row.nextAttemptAt.toISOString().slice(0, 19).replace("T", " ")
            : "",
        contact: row.ghlContactId ?? "",
        error: row.lastError ?? "",
      })),
    );
  });
