import { expect, test } from "vitest";
import { getPriority } from "./request-priority.ts";

test.each([
  ["GET", "/healthz", "probe"],
  ["GET", "/readyz", "probe"],
  ["POST", "/functions/v1/contact-sync", "high"],
  ["OPTIONS", "/functions/v1/contact-sync", "high"],
  ["GET", "/functions/v1/contact-sync", "normal"],
  ["GET", "/functions/v1/quote-form", "normal"],
  ["POST", "/functions/v1/quote-form", "normal"],
  ["POST", "/quote", "high"],
  ["POST", "/quote.data", "high"],
  ["GET", "/quote", "normal"],
  ["GET", "/staff-door", "normal"],
  ["GET", "/staff-door.data", "normal"],
  ["HEAD", "/quote", "normal"],
  ["POST", "/staff-door.data", "high"],
  ["GET", "/backyard", "normal"],
  ["GET", "/search", "normal"],
])("%s %s is %s", (method, path, priority) =>
  expect(getPriority({ method, path, loginPath: "/staff-door" })).toBe(priority),
);
