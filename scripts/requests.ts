// Lists the latest requests with their sync state and attempts: npm run requests -- [how many]
import { listRequestsWithSync } from "#app/features/crm/outbox/queries.server.ts";
import { withDatabase } from "./with-database.ts";

const limit = Math.min(Number(process.argv[2]) || 20, 500);

await withDatabase(async (db) => {
  const rows = await listRequestsWithSync(db, limit);
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
