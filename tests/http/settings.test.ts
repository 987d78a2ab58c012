import { expect } from "vitest";
import { createSignedInStaff } from "../staff.ts";
import { test } from "./http-client.ts";
import { createVisitor } from "./visitor.ts";

const PAGES = ["", "/staff", "/consent", "/claims", "/integrations", "/retention", "/audit"].map(
  (page) => `/backyard/settings${page}`,
);

for (const role of ["staff", "reviewer"] as const)
  test(`a ${role} member opens no page of Settings, reads none of its data, and changes nothing`, async ({
    db,
  }) => {
    const member = createVisitor(await createSignedInStaff(db, role));
    for (const path of PAGES) {
      const page = await member.open(path);
      expect(page.status, path).toBe(403);
      expect(page.text).toContain("Access Denied");
      expect(page.text).toContain(
        `Your role (${role}) does not have sufficient privileges for this area.`,
      );
      expect((await member.open(`${path}.data`)).status, `${path}.data`).toBe(403);
      const response = await member.submit(path, {
        phone: "(800) 555-0166",
        intent: "invite",
        email: `${role}@example.com`,
        role: "superadmin",
      });
      expect(response.status, `POST ${path}`).toBe(403);
    }
    expect((await member.open("/backyard/settings/audit.csv")).status).toBe(403);
    const { rows } = await db.query(
      "select 1 from staff_links where email = $1 union all select 1 from settings where value = '\"(800) 555-0166\"'",
      [`${role}@example.com`],
    );
    expect(rows).toEqual([]);
  });
