import { expect, test } from "vitest";
import { priorityOf } from "./request-priority.ts";

test.each([
  ["GET", "/healthz", "probe"],
  ["GET", "/readyz", "probe"],
  ["POST", "/functions/v1/contact-sync", "important"],
  ["GET", "/functions/v1/quote-form", "important"],
  ["POST", "/quote", "important"],
  ["POST", "/quote.data", "important"],
  ["GET", "/quote", "usual"],
  ["GET", "/staff-door", "important"],
  ["POST", "/staff-door.data", "important"],
  ["GET", "/backyard", "usual"],
  ["GET", "/search", "usual"],
])("%s %s is %s", (method, path, priority) => expect(priorityOf({ method, path, loginPath: "/staff-door" })).toBe(priority));
