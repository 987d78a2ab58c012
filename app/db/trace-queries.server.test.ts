import { expect, test } from "vitest";
import { summarizeStatement } from "./trace-queries.server.ts";

test.each([
  ["select id from service_requests where phone = '404-555-0123'", "SELECT service_requests"],
  ['insert into "audit_log" ("id") values ($1)', "INSERT audit_log"],
  ["update providers set credits = credits - 5", "UPDATE providers"],
  ["begin", "BEGIN"],
  ["select pg_notify($1, $2)", "SELECT"],
  [{ text: "with rate as (insert into rate_limits …", name: "submit-request" }, "submit-request"],
  [{ text: `alter role x password 'secret'` }, "ALTER"],
  [undefined, "QUERY"],
])("%j is named %s", (query, summary) => {
  expect(summarizeStatement(query).summary).toBe(summary);
});
