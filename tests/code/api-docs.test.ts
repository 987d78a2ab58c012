import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FIELD_LIST } from "#app/features/requests/quote/fields.ts";

const text = readFileSync(join(import.meta.dirname, "../../docs/api.md"), "utf8");

test("docs/api.md lists every field of a quote request", () => {
  for (const [, { record, detail }] of FIELD_LIST)
    expect(text).toContain(`\`${record ?? detail}\``);
});
