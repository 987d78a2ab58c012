import { afterAll, beforeAll, expect, test } from "vitest";
import { startDevFakes } from "./dev-fakes.ts";

const ORIGIN = "http://localhost:3000";
let fakes: Awaited<ReturnType<typeof startDevFakes>>;
let env: Record<string, string>;

beforeAll(async () => {
  fakes = await startDevFakes(ORIGIN);
  env = Object.assign({}, ...fakes.env);
});
afterAll(() => fakes.close());

test("requests to a fake are shown as text, never as markup", async () => {
  const sent = await fetch(env.CONTACT_SYNC_URL ?? "", {
    method: "POST",
    headers: {
      Authorization: `Bearer ${env.CONTACT_SYNC_KEY}`,
      "X-Webhook-Secret": env.CONTACT_SYNC_SECRET ?? "",
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ type: "INSERT", record: { customer_name: "<b>Pat" } }),
  });
  expect(sent.status).toBe(200);
  const page = await (await fetch(fakes.viewerUrl)).text();
  expect(page).toContain("contact-sync function (1)");
  expect(page).toContain("&lt;b>Pat");
  expect(page).not.toContain("<b>");
});

test("the CRM's consent page sends the browser back to our callback with a code", async () => {
  const url = new URL(env.CRM_AUTHORIZE_URL ?? "");
  url.search = new URLSearchParams({
    redirect_uri: `${ORIGIN}/oauth/callback`,
    state: "s",
  }).toString();
  const answer = await fetch(url, { redirect: "manual" });
  expect(answer.headers.get("Location")).toMatch(
    /^http:\/\/localhost:3000\/oauth\/callback\?code=[0-9a-f]+&state=s$/,
  );
});
