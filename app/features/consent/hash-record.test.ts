import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  CHAIN_START,
  type ConsentRecordFields,
  hashConsentRecord,
  hashLink,
} from "./hash-record.ts";

const record: ConsentRecordFields = {
  id: "0190f1a0-0000-7000-8000-000000000001",
  serviceRequestId: "0190f1a0-0000-7000-8000-000000000002",
  status: "captured",
  textId: "quote-request-v1-abc",
  textVersion: 1,
  textSha256: "f".repeat(64),
  renderedText: 'By pressing Submit, I "agree".',
  purpose: "quote-request",
  name: "Ana María",
  phoneRaw: "(404) 555-0188",
  phoneE164: "+14045550188",
  pageUrl: "https://henry.example/quote",
  formVersion: "2026-11",
  ip: "203.0.113.9",
  userAgent: "Browser",
  gpc: false,
  shownAt: new Date("2026-05-04T10:00:00.100Z"),
  agreedAt: new Date("2026-05-04T10:00:30.200Z"),
  visibleMs: 9_000,
  createdAt: new Date("2026-05-04T10:00:30.300Z"),
};
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

test("the hash of stored records never changes: fields, order and format are fixed", () => {
  const spelled =
    '["0190f1a0-0000-7000-8000-000000000001","0190f1a0-0000-7000-8000-000000000002","captured","quote-request-v1-abc",1,' +
    `"${"f".repeat(64)}","By pressing Submit, I \\"agree\\".","quote-request","Ana María","(404) 555-0188","+14045550188",` +
    '"https://henry.example/quote","2026-11","203.0.113.9","Browser",false,' +
    '"2026-05-04T10:00:00.100Z","2026-05-04T10:00:30.200Z",9000,"2026-05-04T10:00:30.300Z"]';
  expect(hashConsentRecord(record)).toBe(sha256(spelled));
});

test("the order in which the database returns the columns does not change the hash", () => {
  const reversed = Object.fromEntries(Object.entries(record).reverse()) as ConsentRecordFields;
  expect(hashConsentRecord(reversed)).toBe(hashConsentRecord(record));
});

test.each(Object.keys(record) as (keyof ConsentRecordFields)[])(
  "changing or clearing %s changes the hash",
  (field) => {
    const value = record[field];
    const other =
      value instanceof Date
        ? new Date(value.getTime() + 1)
        : typeof value === "number"
          ? value + 1
          : typeof value === "boolean"
            ? !value
            : `${value} `;
    const hashes = [record, { ...record, [field]: other }, { ...record, [field]: null }].map(
      (changed) => hashConsentRecord(changed as ConsentRecordFields),
    );
    expect(new Set(hashes).size).toBe(3);
  },
);

test("the link of a later consent is in its hash, and records without one keep theirs", () => {
  const named = { ...record, kind: "named" as const, company: "Peach" };
  const linked = { ...named, linkId: "0190f1a0-0000-7000-8000-000000000003", linkOrigin: "mail" };
  expect(hashConsentRecord({ ...named, linkId: null, linkOrigin: null })).toBe(
    hashConsentRecord(named),
  );
  const changes = [linked, { ...linked, linkOrigin: "form" }, { ...linked, linkId: null }];
  expect(new Set([named, ...changes.slice(0, 2)].map(hashConsentRecord)).size).toBe(3);
  expect(hashConsentRecord({ ...linked, linkId: null })).not.toBe(hashConsentRecord(linked));
});

test("moving a value to the next field changes the hash", () => {
  expect(hashConsentRecord({ ...record, name: "", phoneRaw: "Ana" })).not.toBe(
    hashConsentRecord({ ...record, name: "Ana", phoneRaw: "" }),
  );
});

test("the hash of a link depends on its position, its record and the link before it", () => {
  const link = {
    seq: 1,
    recordId: record.id,
    recordHash: hashConsentRecord(record),
    prevHash: CHAIN_START,
  };
  const hash = hashLink(link);
  expect(hash).toBe(sha256(`[1,"${link.recordId}","${link.recordHash}","${"0".repeat(64)}"]`));
  const changes = [
    { seq: 2 },
    { recordId: record.serviceRequestId },
    { recordHash: sha256("other") },
    { prevHash: hash },
  ];
  const hashes = changes.map((change) => hashLink({ ...link, ...change }));
  expect(new Set([hash, ...hashes]).size).toBe(changes.length + 1);
});
