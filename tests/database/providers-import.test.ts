import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { checkLedger } from "#app/features/billing/ledger.server.ts";
import {
  checkImport,
  importProviders,
} from "#app/features/providers/import/import-providers.server.ts";
import { openTestDatabase, queryRows } from "../factories.ts";

const NOW = new Date("2026-05-04T16:00:00Z");
let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.owner.$client.query("delete from providers");
});
const encode = (text: string) => new TextEncoder().encode(text);
const check = (text: string) => checkImport(context.db, encode(text));
const importText = (text: string) =>
  importProviders(
    { db: context.db, actor: "staff", httpRequestId: "r1", now: NOW },
    { file: encode(text), timeZone: "America/New_York" },
  );
const listCompanies = () =>
  queryRows<{ company: string }>(
    context.db,
    "select company_name as company from providers order by created_at desc, id desc",
  );

const HEAD =
  "company_name,contact_name,phone,business_state,service_categories,service_area_zips,verification_status,credits,notes";
const FILE = `\uFEFF${HEAD}\r
"Peach, Pit & ""Co""",Pat,(404) 555-0101,ga,Plumbing; roofing,"30301
30302 30301",verified,12.50,x\r
Nameless,,404 555 0102,Georgia,Juggling,00000,maybe,-1,\r
Short row,Sam\r
Second,Sam,404-555-0103,,,,,,\r
SECOND,Other,(404) 555 0103,,,,,,\r
`;

describe("a dry run", () => {
  test("reports each invalid row with its column, and writes nothing", async () => {
    const reply = await check(FILE);
    if (!reply.ok) throw new Error(reply.message);
    const { problems, ...counts } = reply.report;
    expect(counts).toEqual({ rows: 5, validRows: 2, invalidRows: 3, ignoredColumns: ["notes"] });
    expect(problems.map(({ line, column }) => `${line} ${column}`)).toEqual([
      "4 contact_name",
      "4 business_state",
      "4 verification_status",
      "4 null",
      "5 null",
      "7 company_name",
    ]);
    expect(problems[3]?.message).toBe("3 more cells have problems.");
    expect(problems.at(-1)?.message).toBe("The same company and phone are in line 6.");
    expect(await listCompanies()).toEqual([]);
  });

  test("reports each of two thousand invalid rows", async () => {
    const reply = await check(
      `company_name,contact_name,phone\n${",,\n".repeat(1_999)}Peach,Pat,12`,
    );
    if (!reply.ok) throw new Error(reply.message);
    const { problems, ...counts } = reply.report;
    expect(counts).toMatchObject({ rows: 2_000, validRows: 0, invalidRows: 2_000 });
    expect(new Set(problems.map(({ line }) => line)).size).toBe(2_000);
    expect(problems.at(-1)).toEqual({
      line: 2_001,
      column: "phone",
      message: "Enter a phone number with its area code.",
    });
  });

  test("explains why a file cannot be read", async () => {
    const getMessage = async (file: Uint8Array) => {
      const reply = await checkImport(context.db, file);
      return reply.ok ? null : reply.message;
    };
    expect(await getMessage(encode(""))).toBe("The file is empty.");
    expect(await getMessage(encode(HEAD))).toBe("There are no rows below the first line.");
    expect(await getMessage(encode("company_name,phone\na,b"))).toBe(
      "The first line has no column contact_name.",
    );
    expect(await getMessage(encode("phone,Phone\na,b"))).toBe(
      "The column phone appears twice in the first line.",
    );
    expect(await getMessage(encode(`${HEAD}\n"a`))).toBe("Line 2: A quoted cell is not closed.");
    expect(
      await getMessage(
        encode(`company_name,contact_name,phone\n${"a,b,4045550100\n".repeat(2_001)}`),
      ),
    ).toBe("The file has more than 2,000 rows.");
    expect(await getMessage(encode(`${HEAD}\n${"a,".repeat(101)}`))).toBe(
      "Line 2: More than 100 cells stand in one row.",
    );
    expect(await getMessage(new Uint8Array(10 * 1024 * 1024 + 1))).toBe(
      "The file is too large: 10 MB is the limit.",
    );
    expect(await getMessage(new Uint8Array([0x61, 0xff]))).toContain("not UTF-8");
  });
});

describe("an import", () => {
  test("adds the valid rows in the order of the file, with credits in the ledger and one line in the audit log", async () => {
    expect(await importText(FILE)).toMatchObject({
      ok: true,
      step: "imported",
      report: { validRows: 2 },
    });
    const rows = await queryRows(
      context.db,
      "select company_name, phone, business_state, service_categories, service_area_zips, verification_status, credits::float8 as credits, contact_email, version from providers order by created_at desc",
    );
    expect(rows).toEqual([
      {
        company_name: 'Peach, Pit & "Co"',
        phone: "(404) 555-0101",
        business_state: "GA",
        service_categories: ["Plumbing", "Roofing"],
        service_area_zips: ["30301", "30302"],
        verification_status: "verified",
        credits: 12.5,
        contact_email: null,
        version: 1,
      },
      expect.objectContaining({
        company_name: "Second",
        verification_status: "pending",
        credits: 0,
        service_categories: [],
      }),
    ]);
    expect(await checkLedger(context.db)).toEqual([]);
    expect(
      await queryRows(context.db, "select changes from audit_log where action = 'import'"),
    ).toEqual([{ changes: { rows: 5, added: 2, refused: 3 } }]);
  });

  test("of the same file twice, even at the same time, adds nothing twice", async () => {
    await Promise.all([importText(FILE), importText(FILE), importText(FILE)]);
    expect(await listCompanies()).toHaveLength(2);
    const secondCheck = await check(FILE);
    expect(
      secondCheck.ok &&
        secondCheck.report.problems.filter(({ message }) => message.includes("already")),
    ).toHaveLength(2);
  });

  test("accepts a file of nearly 10 MB, and refuses one with too many rows before it fills the memory", async () => {
    const filler = "x".repeat(5_000);
    const rows = Array.from(
      { length: 1_990 },
      (_, index) => `Company ${index},Pat,404555${String(index).padStart(4, "0")},${filler}`,
    );
    expect(
      await importText(`company_name,contact_name,phone,remarks\n${rows.join("\n")}`),
    ).toMatchObject({
      ok: true,
      report: { validRows: 1_990, ignoredColumns: ["remarks"] },
    });
    const heapBefore = process.memoryUsage().heapUsed;
    expect(await importText(`company_name,contact_name,phone\n${"x\n".repeat(5_000_000)}`)).toEqual(
      {
        ok: false,
        message: "The file has more than 2,000 rows.",
      },
    );
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(50 * 1024 * 1024);
  });

  test("of the largest file takes seconds", async () => {
    const rows = Array.from(
      { length: 2_000 },
      (_, index) =>
        `Company ${index},Pat,404555${String(index).padStart(4, "0")},Plumbing;Roofing,30301 30302 30303 30304 30305 30306 30307,${index}.25`,
    );
    const file = `company_name,contact_name,phone,service_categories,service_area_zips,credits\n${rows.join("\n")}`;
    const started = performance.now();
    expect(await importText(file)).toMatchObject({
      ok: true,
      report: { validRows: 2_000, problems: [] },
    });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect((await listCompanies())[0]?.company).toBe("Company 0");
    expect(await checkLedger(context.db)).toEqual([]);
  });
});
