import type { RouteConfigEntry } from "@react-router/dev/routes";
import type pg from "pg";
import { expect } from "vitest";
import { ROLE_RANK, STAFF_ROLES, type StaffRole } from "#app/features/auth/constants.ts";
import { POLICIES, type Policy } from "#app/features/auth/policies.ts";
import routes from "#app/routes.ts";
import { createSignedInPerson } from "../provider-people.ts";
import { createSignedInStaff } from "../staff.ts";
import { site, test } from "./http-client.ts";
import { createVisitor } from "./visitor.ts";

type Portal = { pattern: string; hasPage: boolean };

/** Lists the routes below /backyard, /oauth and /pro, from the table that the site is built from. */
function portalRoutes(entries: RouteConfigEntry[], parent = ""): Portal[] {
  return entries.flatMap((entry) => {
    const pattern = entry.path ? `${parent}/${entry.path}` : parent;
    const ownRoute =
      entry.path && /^\/(?:backyard|oauth|pro)(?:\/|$)/.test(pattern)
        ? [{ pattern, hasPage: entry.file.endsWith(".tsx") }]
        : [];
    return [...ownRoute, ...portalRoutes(entry.children ?? [], pattern)];
  });
}

const PORTAL = portalRoutes(await routes);
const buildPath = (pattern: string) =>
  pattern
    .replace(
      /:(?:id|photoId|offerId|documentId|purchaseId)\b/g,
      "0190163d-8694-739b-aea5-966c26f8ad91",
    )
    .replace(":token", "no-such-token")
    .replace("*", "nowhere");

test("a text that no row can have as its id is not found, and breaks nothing", async ({ db }) => {
  const browsers = [
    createVisitor(await createSignedInPerson(db)),
    createVisitor(await createSignedInStaff(db, "superadmin")),
  ];
  const patterns = PORTAL.map(({ pattern }) => pattern).filter((pattern) =>
    /:\w*[iI]d\b/.test(pattern),
  );
  for (const browser of browsers)
    for (const path of patterns.map((pattern) => pattern.replaceAll(/:\w+/g, "nonsense"))) {
      expect((await browser.open(path)).status, path).toBeLessThan(500);
      for (const intent of ["accept", "message", "job-stage", "dispute", "invite"]) {
        const page = await browser.submit(path, { intent, answer: intent, role: "member" });
        expect(page.status, `POST ${path} ${intent}`).toBeLessThan(500);
      }
    }
});

test("every route of the portal declares its roles", () => {
  expect(PORTAL.length).toBeGreaterThan(20);
  expect(PORTAL.map(({ pattern }) => pattern).filter((pattern) => !(pattern in POLICIES))).toEqual(
    [],
  );
  expect(
    Object.keys(POLICIES).filter((pattern) => !PORTAL.some((route) => route.pattern === pattern)),
  ).toEqual([]);
});

const PEOPLE = ["member", "owner"] as const;
type Role = StaffRole | (typeof PEOPLE)[number] | "none" | "stranger";
const isStaff = (role: Role): role is StaffRole =>
  (STAFF_ROLES as readonly string[]).includes(role);
const isPerson = (role: Role) => (PEOPLE as readonly string[]).includes(role);

function mayOpen(role: Role, policy: Policy | undefined): boolean {
  if (policy === "public") return true;
  if (policy === "provider") return isPerson(role);
  return policy !== undefined && isStaff(role) && ROLE_RANK[role] >= ROLE_RANK[policy];
}

async function createCookies(db: pg.Client, role: Role): Promise<Record<string, string>> {
  if (role === "stranger") return {};
  if (role === "member" || role === "owner")
    return (await createSignedInPerson(db, { role })).headers;
  return (await createSignedInStaff(db, role === "none" ? null : role)).headers;
}

for (const role of [...STAFF_ROLES, ...PEOPLE, "none", "stranger"] as const) {
  test(`pages, data and actions as ${role}: open where declared, and nowhere else`, async ({
    send,
    db,
  }) => {
    const origin = { Origin: site() };
    const cookies = await createCookies(db, role);
    for (const { pattern, hasPage } of PORTAL.filter(
      (route) => !/stream$|sign-out$/.test(route.pattern),
    )) {
      const path = buildPath(pattern);
      const allowed = mayOpen(role, POLICIES[pattern]);
      const calls: [string, RequestInit & { headers: Record<string, string> }][] = [
        [path, { headers: cookies }],
        ...(hasPage
          ? ([[`${path}.data`, { headers: cookies }]] as [
              string,
              { headers: Record<string, string> },
            ][])
          : []),
        [
          path,
          {
            method: "POST",
            headers: { ...cookies, ...origin },
            body: new URLSearchParams({ intent: "none" }),
          },
        ],
        ...(hasPage
          ? ([
              [
                `${path}.data`,
                {
                  method: "POST",
                  headers: { ...cookies, ...origin },
                  body: new URLSearchParams({ intent: "none" }),
                },
              ],
            ] as [string, RequestInit & { headers: Record<string, string> }][])
          : []),
      ];
      for (const [address, init] of calls) {
        const response = await send(address, init);
        const body = await response.text();
        const label = `${init.method ?? "GET"} ${address} as ${role}`;
        expect(response.status, label).toBeLessThan(500);
        const redirectTarget =
          response.status === 302
            ? response.headers.get("location")
            : response.status === 202
              ? /"redirect","([^"]+)"/.exec(body)?.[1]
              : undefined;
        const isLoginRedirect = /^\/(?:backyard(?:\?denied)?|pro(?:\?.*)?)$/.test(
          redirectTarget ?? "",
        );
        const isRefused = isLoginRedirect || response.status === 403;
        if (POLICIES[pattern] === "public") continue;
        // A method that a route does not support gets a 405 for every caller, and so does staff who would
        // change something in a provider's portal.
        if (response.status === 405) continue;
        // Staff look at a provider's portal and change nothing in it.
        const isReadOnly = /\/portal\//.test(pattern) && init.method === "POST";
        expect(isRefused, `${label}: ${response.status}`).toBe(!allowed || isReadOnly);
      }
    }
  });
}
