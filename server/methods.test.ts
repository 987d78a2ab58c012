import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, test } from "vitest";
import routes from "#app/routes.ts";
import { createMethodCheck, refuseMethod } from "./methods.ts";

type Module = {
  loader?: () => null;
  action?: () => null;
  default?: () => null;
  handle?: { methods: string[] };
};

const call = () => null;
const buildRoutes = (
  modules: Record<string, { path?: string; index?: true; parentId?: string; module: Module }>,
) =>
  Object.fromEntries(
    Object.entries(modules).map(([id, route]) => [id, { id, ...route }]),
  ) as unknown as Parameters<typeof createMethodCheck>[0];

const findAllowedMethods = createMethodCheck(
  buildRoutes({
    root: { path: "", module: { default: call } },
    home: { index: true, parentId: "root", module: { default: call } },
    page: { path: "services/:slug", parentId: "root", module: { loader: call } },
    form: {
      path: "quote",
      parentId: "root",
      module: { loader: call, action: call, default: call },
    },
    function: { path: "functions/v1/sync", parentId: "root", module: { action: call } },
    drafts: {
      path: "drafts",
      parentId: "root",
      module: { loader: call, action: call, handle: { methods: ["GET", "POST", "DELETE"] } },
    },
    missing: { path: "*", parentId: "root", module: { default: call } },
  }),
);

describe("a path accepts the methods that its route supports", () => {
  test.each([
    ["/", "GET, HEAD"],
    ["/services/plumbing", "GET, HEAD"],
    ["/quote", "GET, HEAD, POST"],
    ["/QUOTE", "GET, HEAD, POST"],
    ["/functions/v1/sync", "POST"],
    ["/drafts", "GET, POST, DELETE"],
    ["/quote.data", "GET, HEAD, POST"],
    ["/functions/v1/sync.data", "POST"],
    ["/no-such-page", "GET, HEAD"],
  ])("%s: %s", (path, allowed) => {
    for (const method of [
      "GET",
      "HEAD",
      "POST",
      "PUT",
      "PATCH",
      "DELETE",
      "OPTIONS",
      "TRACE",
      "PROPFIND",
      "get",
    ]) {
      const expected = allowed.split(", ").includes(method) ? undefined : allowed.split(", ");
      expect(findAllowedMethods(method, path), `${method} ${path}`).toEqual(expected);
    }
  });
});

test("names the allowed methods in a sentence and in the header, as JSON for programs", async () => {
  const page = refuseMethod("/quote", ["GET", "HEAD", "POST"]);
  expect([page.status, page.headers.get("allow"), await page.text()]).toEqual([
    405,
    "GET, HEAD, POST",
    "Send the request as GET, HEAD or POST.",
  ]);
  const apiResponse = refuseMethod("/functions/v1/sync", ["POST"]);
  expect([apiResponse.status, await apiResponse.json()]).toEqual([
    405,
    { success: false, error: "Send the request as POST." },
  ]);
});

/** The files of all routes, from the table that the site is built from. */
const listFiles = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children }) => [file, ...listFiles(children ?? [])]);

test("leaves the check of methods to the server: no route does it", async () => {
  const routeFiles = listFiles(await routes);
  expect(new Set(routeFiles).size).toBeGreaterThan(60);
  const root = join(import.meta.dirname, "../app/routes");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const checkingMethods = files.filter((file) =>
    /\b405\b|method\s*!==/.test(readFileSync(join(root, file), "utf8")),
  );
  expect(checkingMethods).toEqual([]);
});
