import { randomUUID } from "node:crypto";
import { expect, inject } from "vitest";
import { startContactSync } from "../fakes/contact-sync.ts";
import { startOtlpCollector } from "../fakes/otlp-collector.ts";
import { startSentry } from "../fakes/sentry.ts";
import { startWebhookReceiver } from "../fakes/webhook-receiver.ts";
import { sendCustomer } from "../offers.ts";
import { startIsolatedSite } from "../setup/built-site.ts";
import { createSignedInStaff } from "../staff.ts";
import { test as base } from "./http-client.ts";

/** A site that sends everything that it can say about itself. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names from the pattern
const test = base.extend("observed", { scope: "file" }, async ({}, { onCleanup }) => {
  const collector = await startOtlpCollector();
  const sentry = await startSentry();
  const crm = await startContactSync({ key: "sync-key", secret: "sync-secret" });
  const receiver = await startWebhookReceiver();
  const site = await startIsolatedSite(inject("sharedSite").templateUrl, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collector-token",
    OTEL_METRIC_EXPORT_INTERVAL: "1000",
    OTEL_BSP_SCHEDULE_DELAY: "500",
    SENTRY_DSN: sentry.dsn,
    CONTACT_SYNC_URL: crm.url,
    CONTACT_SYNC_KEY: crm.key,
    CONTACT_SYNC_SECRET: crm.secret,
    WEBHOOK_PRIVATE_HOSTS: receiver.host,
    LOG_LEVEL: "error",
  });
  onCleanup(async () => {
    await site.stop();
    await Promise.all([collector, sentry, crm, receiver].map((fake) => fake.close()));
  });
  return { ...site, collector, sentry };
});

test("a request, its queries and its delivery are one trace, whose id is the request's, without personal data", async ({
  observed: { url, db, collector },
}) => {
  const customer = await sendCustomer(db, { url, zip: "10411" });
  const traceId = customer.id.replaceAll("-", "");
  const listSpans = () => collector.spans.filter((span) => span.traceId === traceId);
  const find = (name: string) => listSpans().find((span) => span.name === name);
  await collector.waitUntil(() => find("deliver request") !== undefined);
  await collector.waitUntil(() => find("POST /functions/v1/contact-sync") !== undefined);
  const root = find("POST /functions/v1/contact-sync");
  expect(root).toMatchObject({
    parentId: "",
    attributes: {
      "http.route": "/functions/v1/contact-sync",
      "http.response.status_code": 200,
    },
  });
  expect(find("submit-request")).toMatchObject({
    parentId: root?.spanId,
    attributes: { "db.system.name": "postgresql" },
  });
  expect(find("deliver request")?.attributes).toMatchObject({
    "app.target": "contact-sync",
    "app.attempt": 1,
    "app.outcome": "delivered",
  });
  expect(listSpans().filter(({ name }) => name.startsWith("UPDATE crm_outbox"))).not.toEqual([]);
  const sent = Buffer.concat(collector.bodies).toString("latin1");
  for (const personal of [...customer.personal, customer.path.slice(3), "10411", "203.0.113."])
    expect(sent).not.toContain(personal);
});

test("a path with a key is recorded as its route alone", async ({
  observed: { url, collector },
}) => {
  await fetch(`${url}/r/${"k".repeat(43)}?word=secret`, { redirect: "manual" });
  await collector.waitUntil(() => collector.spans.some(({ name }) => name.startsWith("GET /r/")));
  const sent = Buffer.concat(collector.bodies).toString("latin1");
  expect(sent).not.toContain("kkkk");
  expect(sent).not.toContain("secret");
});

test("spans have whole routes, and those of libraries are left out", async ({
  observed: { url, db, collector },
}) => {
  const { headers } = await createSignedInStaff(db, "staff");
  await db.query("alter table staff_users rename to staff_users_elsewhere");
  const email = `${randomUUID()}@staff.example`;
  await fetch(`${url}/backyard`, {
    method: "POST",
    headers: { Origin: url },
    body: new URLSearchParams({ email, password: "not the right one" }),
  });
  await db.query("alter table staff_users_elsewhere rename to staff_users");
  await fetch(`${url}/backyard/service-requests/${randomUUID()}`, { headers });
  const has = (name: string) => collector.spans.some((span) => span.name === name);
  await collector.waitUntil(() => has("GET /backyard/service-requests/:id"));
  await collector.waitUntil(() => has("POST /backyard"));
  expect([...collector.scopes]).toEqual(["henrys-helpline"]);
  expect(Buffer.concat(collector.bodies).toString("latin1")).not.toContain(email);
});

test("a header of a stranger neither begins nor joins a trace", async ({
  observed: { url, collector },
}) => {
  const stranger = "0af7651916cd43dd8448eb211c80319c";
  await fetch(`${url}/functions/v1/coverage?zip=30301&service=plumbing`, {
    headers: { traceparent: `00-${stranger}-b7ad6b7169203331-01` },
  });
  await collector.waitUntil(() =>
    collector.spans.some(({ name }) => name === "GET /functions/v1/coverage"),
  );
  expect(collector.spans.map(({ traceId }) => traceId)).not.toContain(stranger);
});

test("the metrics of /metrics arrive, with the token", async ({ observed: { url, collector } }) => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const names = [...text.matchAll(/^# TYPE (\S+) (?:gauge|counter|histogram)$/gm)].map(
    ([, name = ""]) => name,
  );
  expect(names.length).toBeGreaterThan(20);
  await collector.waitUntil(() => names.every((name) => collector.metrics.has(name)));
  expect([...collector.tokens]).toEqual(["Bearer collector-token"]);
});

test("an error is reported with its place and without what was sent", async ({
  observed: { url, db, sentry },
}) => {
  await db.query("alter table rate_limits rename to rate_limits_elsewhere");
  await sendCustomer(db, { url, zip: "10412" }).catch(() => {});
  await db.query("alter table rate_limits_elsewhere rename to rate_limits");
  const find = () =>
    sentry.events.find(
      ({ exception, tags }) => exception.values[0]?.value === "42P01" && tags.request_id,
    );
  await sentry.waitUntil(() => find() !== undefined);
  expect(JSON.stringify(find()?.exception.values[0]?.stacktrace)).toContain("build/server/");
  expect(find()?.tags.role).toBe("all");
  for (const personal of ["Robin", "Secret Lane", "10412", "203.0.113.", process.cwd()])
    expect(sentry.bodies.join()).not.toContain(personal);
});
