import { expect, test } from "vitest";
import { FALLBACK_POLICY, FILE_POLICY, listCommonHeaders } from "./security-headers.ts";

const namesOf = (PUBLIC_URL?: string) => listCommonHeaders({ PUBLIC_URL }).map(([name]) => name);

test("sets HSTS for a year and every subdomain behind https", () => {
  expect(Object.fromEntries(listCommonHeaders({ PUBLIC_URL: "https://henry.example" }))).toEqual({
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  });
});

test.each([undefined, "http://localhost:3000"])("sets no HSTS with the URL %s", (address) => {
  expect(namesOf(address)).toEqual(["X-Content-Type-Options", "Referrer-Policy"]);
});

test.each([FALLBACK_POLICY, FILE_POLICY])(
  "%s: no plug-in, no other base address, no frame",
  (policy) => {
    expect(policy).toMatch(/object-src 'none'|default-src 'none'/);
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
  },
);
