import { Agent } from "node:http";
import fc from "fast-check";
import { expect } from "vitest";
import { buildIntakeBody, buildQuote } from "../factories.ts";
import { generateRequest, type RandomRequest, ROUTE_PATHS } from "../random-requests.ts";
import { createRandomAddress } from "../send-raw.ts";
import { sendRaw, site, test } from "./http-client.ts";

const SEED = 20_260_504;
const RUNS = 30;
/**
 * `npm run chaos` sends ten thousand, a third of them with a session;
 * tests/database/random-requests.test.ts has both without HTTP.
 */
const RANDOM_REQUESTS = 400;
const CONCURRENCY = 8;
const CONTENT_TYPES = [
  "application/json",
  "application/json; charset=utf-16",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "text/plain",
  "application/octet-stream",
  "text/x-script",
  "nonsense",
  "",
];

/** Generates copies of a value in which one part, at any depth, is replaced. */
function damage(value: unknown): fc.Arbitrary<unknown> {
  const replacement = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "\0",
      "\ud800",
      "__proto__",
      "0001-01-01T00:00:00Z",
      1e308,
      -1,
      "x".repeat(5_000),
    ),
  );
  if (value === null || typeof value !== "object") return replacement;
  const variants = Object.entries(value).map(([key, child]) =>
    damage(child).map((changed) =>
      Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
    ),
  );
  return fc.oneof(replacement, ...variants);
}

const intakeBody = damage(buildIntakeBody({ now: new Date("2026-05-04T10:00:00Z") })).map(
  (body) => JSON.stringify(body) ?? "",
);
const quoteForm = damage({
  ...buildQuote(),
  shownAt: "2026-05-04T10:00:00.000Z",
  consentTextId: "none",
  idempotencyKey: "12345678",
  website: "",
}).map((fields) =>
  new URLSearchParams(
    Object.entries(fields ?? {}).map(([name, value]) => [name, String(value)] as [string, string]),
  ).toString(),
);
const multipart = fc
  .string()
  .map(
    (value) =>
      `--x\r\nContent-Disposition: form-data; name="name"; filename="a"\r\n\r\n${value}\r\n--x--\r\n`,
  );
const bodies = fc.oneof(
  { arbitrary: intakeBody, weight: 4 },
  { arbitrary: quoteForm, weight: 4 },
  multipart,
  fc.string(),
  fc.uint8Array({ maxLength: 300 }),
  fc.jsonValue().map((value) => JSON.stringify(value)),
);

for (const path of [
  "/functions/v1/contact-sync",
  "/quote",
  "/functions/v1/coverage?zip=30301",
  "/webhooks/stripe",
  "/offers/no-such-key",
  "/r/no-such-key",
  "/r/no-such-key/photos",
  "/functions/v1/get-provider-billing",
  "/functions/v1/ghl-oauth-exchange",
  "/functions/v1/generate-advertorial-content",
  "/webhooks/highlevel",
  "/webhooks/calls",
  "/webhooks/mail",
  "/webhooks/no-such-sender",
  "/mcp",
]) {
  test(`no body of any content type makes ${path} fail`, async () => {
    await fc.assert(
      fc.asyncProperty(bodies, fc.constantFrom(...CONTENT_TYPES), async (body, type) => {
        const headers = {
          "Content-Type": type,
          Authorization: "Bearer public-anon-key",
          Origin: site(),
          "X-Forwarded-For": createRandomAddress(),
        };
        const response = await fetch(site() + path, {
          method: "POST",
          headers,
          body: body as BodyInit,
          redirect: "manual",
        });
        await response.arrayBuffer();
        expect(response.status).toBeLessThan(500);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
}

test.describe("the form without JavaScript", () => {
  const postQuote = (
    send: (path: string, init: object) => Promise<Response>,
    body: BodyInit,
    headers: Record<string, string> = {},
  ) => send("/quote", { method: "POST", body, headers: { Origin: site(), ...headers } });

  test("refuses a body that is not a form", async ({ send }) => {
    expect(
      (await postQuote(send, "{}", { "Content-Type": "application/json" })).status,
    ).toBeLessThan(500);
  });

  for (const shownAt of ["1999-12-31T23:59:59Z", "-000001-01-01T00:00:00Z"]) {
    test(`accepts a page that was shown at ${shownAt}`, async ({ send }) => {
      expect(
        (await postQuote(send, new URLSearchParams({ ...buildQuote(), shownAt }))).status,
      ).toBeLessThan(500);
    });
  }
  for (const shownAt of ["", "never", "2026-01-01T00:00:00Z", "3000-01-01T00:00:00Z"]) {
    test(`is stored with a page that was shown at ${shownAt || "no time"}`, async ({ send }) => {
      expect(
        (await postQuote(send, new URLSearchParams({ ...buildQuote(), shownAt }))).status,
      ).toBe(303);
    });
  }
});

test("names of object properties are not preferences on the thank-you page", async ({ send }) => {
  for (const query of ["by=__proto__", "by=sms&time=__proto__", "by=constructor"])
    expect((await send(`/quote/thanks?${query}`)).status, query).toBe(200);
});

test("no URL makes the site fail", async () => {
  const path = fc.string({
    unit: fc.constantFrom(
      ..."aZ0.-_~%/\\?#[]{}|^`\"'<>@:;,=&+$!*()",
      "%00",
      "%ff",
      "%C3%A9",
      "_.data",
      ".data",
      "home-services",
      "quote",
      "functions",
      "v1",
    ),
  });
  const word = fc.oneof(
    fc.constantFrom(
      "30301",
      "00000",
      "plumbing",
      "__proto__",
      "constructor",
      "\0",
      "\ud83d\ude00",
      "'--",
      "x".repeat(3_000),
    ),
    fc.string(),
  );
  const query = fc
    .record({ zip: word, service: word, label: word, preview: word }, { requiredKeys: [] })
    .map((fields) => new URLSearchParams(fields as Record<string, string>));
  await fc.assert(
    fc.asyncProperty(path, query, async (text, parameters) => {
      for (const target of [
        `/${text}`,
        `/functions/v1/coverage?${parameters}`,
        `/quote?${parameters}`,
      ])
        expect((await sendRaw(target)).status, target).toBeLessThan(500);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

/** Sends all requests, and lists those that made the site fail. */
async function listFailures(requests: RandomRequest[]): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const failures: string[] = [];
  let nextIndex = 0;
  const sendNext = async () => {
    for (let request = requests[nextIndex++]; request; request = requests[nextIndex++]) {
      const { path, ...options } = request;
      const { status } = await sendRaw(path, { ...options, agent }).catch(() => ({ status: 0 }));
      if (status === 0 || status >= 500)
        failures.push(`${status} ${JSON.stringify({ ...request, body: String(request.body) })}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, sendNext));
  agent.destroy();
  return failures;
}

test("no method, type or body of a stranger makes any route fail", async () => {
  const requests = fc.sample(generateRequest({ origin: site() }), {
    seed: SEED,
    numRuns: RANDOM_REQUESTS,
  });
  expect(await listFailures(requests)).toEqual([]);
  expect((await fetch(`${site()}/healthz`)).status).toBe(200);
});

test("an unsupported method gets the list of allowed ones, with or without a session", async () => {
  expect(ROUTE_PATHS.length).toBeGreaterThan(80);
  for (const path of ROUTE_PATHS.map((pattern) =>
    pattern.replace(/:[a-z]+\??/g, "some-key").replace("*", "nowhere"),
  )) {
    for (const headers of [{}, { Origin: site(), "Content-Type": "application/json" }] as Record<
      string,
      string
    >[]) {
      const { status, headers: responseHeaders } = await sendRaw(path, {
        method: "PUT",
        headers,
        body: "{}",
      });
      expect([status, responseHeaders.allow], path).toEqual([
        405,
        expect.stringMatching(
          /^(?:GET(?:, HEAD)?(?:, POST)?(?:, PATCH)?(?:, DELETE)?|POST(?:, OPTIONS)?)$/,
        ),
      ]);
    }
  }
});

test("routes with forms refuse other bodies with one sentence", async ({ send }) => {
  for (const path of ["/backyard", "/quote"]) {
    for (const [type, body] of [
      ["application/json", "{}"],
      ["multipart/form-data", "x"],
      ["multipart/form-data; boundary=x", "--x\r\nnothing"],
    ] as const) {
      const response = await send(path, {
        method: "POST",
        body,
        headers: { Origin: site(), "Content-Type": type },
      });
      expect(response.status, `${path} ${type}`).toBe(400);
      expect(await response.text(), `${path} ${type}`).toMatch(
        /The form could not be read\. Please reload the page and send it again\.|This address takes a form: send it as [a-z/ -]+\./,
      );
    }
  }
});

for (const method of ["PROPFIND", "TRACE", "PURGE", "M-SEARCH", "QUERY", "LINK"]) {
  test(`${method} is refused`, async () => {
    for (const path of [
      "/",
      "/quote",
      "/functions/v1/contact-sync",
      "/assets/none.js",
      "/metrics",
    ]) {
      for (const headers of [{}, { Origin: site() }] as Record<string, string>[]) {
        const { status } = await sendRaw(path, { method, headers });
        expect(status, path).toBeGreaterThanOrEqual(400);
        expect(status, path).toBeLessThan(500);
      }
    }
  });
}
