import { once } from "node:events";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/embedded-postgres.ts";

// A second process on a cluster: starts or adopts it, prints which, stays connected until its input
// ends, then stops it.
const { url, adopted, stop } = await startEmbeddedPostgres({
  dataDir: process.argv[2] ?? "",
  explicit: true,
});
const client = new pg.Client({ connectionString: url });
await client.connect();
console.log(JSON.stringify({ url, adopted }));
await once(process.stdin.resume(), "end");
await client.end();
await stop();
