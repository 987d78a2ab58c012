import { randomUUID } from "node:crypto";
import { expect, inject } from "vitest";
import { buildIntakeBody } from "../factories.ts";
import { type PushServiceFake, startPushService } from "../fakes/push-service.ts";
import { type IsolatedSite, startIsolatedSite } from "../setup/built-site.ts";
import { createStaff } from "../staff.ts";
import { test as base } from "./http-client.ts";
import { createVisitor } from "./visitor.ts";

const MAX_WAIT_MS = 5_000;
const ACCOUNT = "/backyard/account.data";

const test = base.extend(
  "push",
  { scope: "file" },
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names from the pattern
  async ({}, { onCleanup }): Promise<{ ownSite: IsolatedSite; service: PushServiceFake }> => {
    const service = await startPushService();
    const ownSite = await startIsolatedSite(inject("sharedSite").templateUrl, service.env);
    onCleanup(async () => {
      await ownSite.stop();
      await service.close();
    });
    return { ownSite, service };
  },
);

async function signIn({ url, db }: IsolatedSite) {
  const { email, password } = await createStaff(db, { role: "staff" });
  const visitor = createVisitor({ origin: url });
  await visitor.submit("/backyard", { email, password });
  return visitor;
}
type Visitor = Awaited<ReturnType<typeof signIn>>;

async function turnOn(
  visitor: Visitor,
  { ownSite, service }: { ownSite: IsolatedSite; service: PushServiceFake },
) {
  const { rows } = await ownSite.db.query<{ key: string }>(
    "select public_key as key from push_keys",
  );
  const subscription = service.subscribe(rows[0]?.key);
  await visitor.submit(ACCOUNT, { intent: "push-turn-on", ...subscription });
  return subscription;
}
const listEndpoints = async ({ db }: IsolatedSite) =>
  (await db.query<{ endpoint: string }>("select endpoint from push_subscriptions")).rows.map(
    ({ endpoint }) => endpoint,
  );

async function sendEmergency({ url }: IsolatedSite, address: string): Promise<void> {
  const response = await fetch(`${url}/functions/v1/contact-sync`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: "Bearer public-anon-key",
      "Idempotency-Key": randomUUID(),
      "X-Forwarded-For": address,
    },
    body: JSON.stringify(buildIntakeBody({ values: { timeframe: "emergency" } })),
  });
  expect(response.status).toBe(200);
}

test("an emergency reaches the push service within five seconds, without personal data", async ({
  push,
  address,
}) => {
  const { ownSite, service } = push;
  const { endpoint } = await turnOn(await signIn(ownSite), push);
  const sentAt = performance.now();
  await sendEmergency(ownSite, address);
  const [message] = await service.waitFor(1);
  expect(performance.now() - sentAt).toBeLessThan(MAX_WAIT_MS);
  const { rows } = await ownSite.db.query<{ id: string }>("select id from service_requests");
  expect(message).toMatchObject({ endpoint, urgency: "high" });
  expect(JSON.parse(message?.text ?? "")).toEqual({ kind: "emergency", id: rows[0]?.id });
});

test("signing out turns notifications off in that browser, and being idle does not", async ({
  push,
}) => {
  const { ownSite } = push;
  const [idle, leaving] = [await signIn(ownSite), await signIn(ownSite)];
  const kept = await turnOn(idle, push);
  const ended = await turnOn(leaving, push);
  await idle.submit("/backyard/sign-out?idle", {});
  await leaving.submit("/backyard/sign-out", {});
  const endpoints = await listEndpoints(ownSite);
  expect(endpoints).toContain(kept.endpoint);
  expect(endpoints).not.toContain(ended.endpoint);
});

test("a browser is subscribed only by somebody who is signed in, and only at a push service", async ({
  push,
}) => {
  const { ownSite, service } = push;
  const before = await listEndpoints(ownSite);
  const stranger = createVisitor({ origin: ownSite.url });
  const fields = { intent: "push-turn-on", ...service.subscribe() };
  expect((await stranger.submit(ACCOUNT, fields)).html).toContain('"redirect"');
  const staff = await signIn(ownSite);
  const refused = await staff.submit(ACCOUNT, { ...fields, endpoint: `${ownSite.url}/readyz` });
  expect([refused.status, refused.html.includes("does not know")]).toEqual([400, true]);
  expect(await listEndpoints(ownSite)).toEqual(before);
});

test("the portal's manifest and worker need no session, and pages of the public site do not link them", async ({
  send,
}) => {
  const manifest = await send("/backyard/manifest.webmanifest");
  expect(manifest.headers.get("content-type")).toBe("application/manifest+json");
  const { icons, ...rest } = (await manifest.json()) as { icons: { src: string }[] };
  expect(rest).toMatchObject({
    start_url: "/backyard/service-requests",
    scope: "/backyard",
    display: "standalone",
  });
  for (const { src } of icons) {
    const icon = await send(src);
    expect([src, icon.status, icon.headers.get("content-type")]).toEqual([src, 200, "image/png"]);
  }
  const worker = await send("/backyard/sw.js");
  expect(worker.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(await worker.text()).toContain("showNotification");
  const link = 'rel="manifest"';
  expect(await (await send("/backyard")).text()).toContain(link);
  for (const path of ["/", "/quote", "/contact-us", "/no-such-page"])
    expect(await (await send(path)).text(), path).not.toContain(link);
});
