import { createHash } from "node:crypto";

/** To whom the customer said yes: only in the record of a named consent. */
export type NamedRecipient = { company: string; providerId: string; offerId: string };

/** All fields of a consent record, as stored. */
export type ConsentRecordFields = {
  id: string;
  /** Absent in records of before there were kinds: "request". */
  kind?: "request" | "named" | "phone";
  company?: string | null;
  providerId?: string | null;
  offerId?: string | null;
  serviceRequestId: string;
  status: "captured" | "not captured";
  textId: string | null;
  textVersion: number | null;
  textSha256: string | null;
  renderedText: string | null;
  purpose: string;
  name: string;
  phoneRaw: string;
  phoneE164: string | null;
  pageUrl: string | null;
  formVersion: string | null;
  ip: string | null;
  userAgent: string | null;
  gpc: boolean;
  shownAt: Date | null;
  agreedAt: Date | null;
  visibleMs: number | null;
  createdAt: Date;
  /** Absent in records of before links were recorded, and where no link was used. */
  linkId?: string | null;
  linkOrigin?: string | null;
};

/**
 * The order in which fields are hashed. Never reorder: stored hashes depend on it. Records of another
 * kind than "request" have `KIND_FIELDS` after them, and those that name a link, `LINK_FIELDS`.
 */
const FIELDS = [
  "id",
  "serviceRequestId",
  "status",
  "textId",
  "textVersion",
  "textSha256",
  "renderedText",
  "purpose",
  "name",
  "phoneRaw",
  "phoneE164",
  "pageUrl",
  "formVersion",
  "ip",
  "userAgent",
  "gpc",
  "shownAt",
  "agreedAt",
  "visibleMs",
  "createdAt",
] as const satisfies (keyof ConsentRecordFields)[];

const KIND_FIELDS = [
  "kind",
  "company",
  "providerId",
  "offerId",
] as const satisfies (keyof ConsentRecordFields)[];

const LINK_FIELDS = ["linkId", "linkOrigin"] as const satisfies (keyof ConsentRecordFields)[];

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Hash of one record: SHA-256, in hex, of its values as a JSON array, with times in ISO format. */
export function hashConsentRecord(record: ConsentRecordFields): string {
  const hasKind = record.kind !== undefined && record.kind !== "request";
  const hasLink = (record.linkId ?? null) !== null;
  const fields = [...FIELDS, ...(hasKind ? KIND_FIELDS : []), ...(hasLink ? LINK_FIELDS : [])];
  return sha256(JSON.stringify(fields.map((field) => record[field] ?? null)));
}

/** The previous hash of the first link. */
export const CHAIN_START = "0".repeat(64);

/** Hash of one link of the chain. */
export function hashLink(link: {
  seq: number;
  recordId: string;
  recordHash: string;
  prevHash: string;
}): string {
  return sha256(JSON.stringify([link.seq, link.recordId, link.recordHash, link.prevHash]));
}
