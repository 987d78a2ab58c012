import { expect, test } from "vitest";
import { FALLBACK_POLICY, FILE_POLICY, headersOfEveryAnswer } from "./security-headers.ts";

const namesOf = (PUBLIC_URL?: string) => headersOfEveryAnswer({ PUBLIC_URL }).map(([name]) => name);

test("behind https every answer asks browsers for https alone, for a year and for every subdomain", () => {
  expect(Object.fromEntries(headersOfEveryAnswer({ PUBLIC_URL: "https://henry.example" }))).toEqual(
    {
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "strict-origin-when-cross-origin",
      "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
    },
  );
});

test.each([undefined, "http://localhost:3000"])(
  "with the address %s nothing is promised about https",
  (address) => {
    expect(namesOf(address)).toEqual(["X-Content-Type-Options", "Referrer-Policy"]);
  },
);

test.each([FALLBACK_POLICY, FILE_POLICY])(
  "%s: no plug-in, no other base address, no frame",
  (policy) => {
    expect(policy).toMatch(/object-src 'none'|default-src 'none'/);
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
  },
);
