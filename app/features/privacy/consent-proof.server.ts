import { and, asc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import { consentChain, consentRecords, consentTexts } from "#app/db/tables/consent.server.ts";
import { hashConsentRecord, sha256 } from "#app/features/consent/hash-record.ts";
import { listDisclosures } from "#app/features/offers/queries.server.ts";
import { LINK_ORIGINS } from "#app/features/requests/customer/constants.ts";
import { escapeHtml, respondWithPrintPage } from "./print-page.server.ts";

/**
 * The consent records of a request with their stored texts and links in the chain: the one that came
 * with it, then later ones (a yes to one company, another phone number).
 */
async function listProofs(db: Database, serviceRequestId: string) {
  if (!z.uuid().safeParse(serviceRequestId).success) return [];
  const previous = alias(consentChain, "previous");
  const isPrevious = and(
    eq(previous.seq, sql`${consentChain.seq} - 1`),
    eq(previous.hash, consentChain.prevHash),
  );
  return db
    .select({
      record: consentRecords,
      storedText: consentTexts.renderedText,
      seq: consentChain.seq,
      linkHash: consentChain.hash,
      sealedAt: consentChain.sealedAt,
      /** Null if the link before it was changed. */
      previousSeq: previous.seq,
    })
    .from(consentRecords)
    .leftJoin(consentTexts, eq(consentTexts.id, consentRecords.textId))
    .leftJoin(consentChain, eq(consentChain.recordId, consentRecords.id))
    .leftJoin(previous, isPrevious)
    .where(eq(consentRecords.serviceRequestId, serviceRequestId))
    .orderBy(
      sql`${consentRecords.kind} <> 'request'`,
      asc(consentRecords.createdAt),
      asc(consentRecords.id),
    );
}
type Proof = Awaited<ReturnType<typeof listProofs>>[number];

const TITLES: Record<Proof["record"]["kind"], (company: string) => string> = {
  request: () => "Consent with the request",
  named: (company) => `Yes to ${company}`,
  phone: () => "Another phone number",
};

/** The key that opened the page of a later consent; records of the request's own have none. */
const listLinkFields = ({ linkId, linkOrigin }: Proof["record"]): [string, string][] =>
  linkId
    ? [["Link to the page", `${LINK_ORIGINS[linkOrigin ?? ""] ?? linkOrigin}, ${linkId}`]]
    : [];

function listProofFields({
  record,
  seq,
  linkHash,
  sealedAt,
  previousSeq,
  storedText,
}: Proof): [string, string | number | null][] {
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  const isPreviousLinkValid = seq === 1 || previousSeq !== null;
  const isRecordValid = record.recordHash === hashConsentRecord(record);
  const isTextValid =
    record.renderedText === null
      ? null
      : sha256(record.renderedText) === record.textSha256 && record.renderedText === storedText;
  return [
    ["Service request", record.serviceRequestId],
    ["Consent", record.status],
    ["Purpose", record.purpose],
    ...(record.kind === "named" ? [["Company", record.company] as [string, string | null]] : []),
    ["Name", record.name],
    ["Phone as typed", record.phoneRaw],
    ["Phone", record.phoneE164],
    ["Text shown at", iso(record.shownAt)],
    ["Agreed at", iso(record.agreedAt)],
    [
      "Text in view",
      record.visibleMs === null ? null : `${(record.visibleMs / 1000).toFixed(1)} seconds`,
    ],
    ["Page", record.pageUrl],
    ...listLinkFields(record),
    ["Form version", record.formVersion],
    ["Client address", record.ip],
    ["Browser", record.userAgent],
    ["Global Privacy Control", record.gpc ? "on" : "off"],
    ["Stored at", iso(record.createdAt)],
    ["Text", record.textId && `${record.textId}, version ${record.textVersion}`],
    ["SHA-256 of the text", record.textSha256],
    [
      "Text check",
      isTextValid === null
        ? "no text was captured"
        : isTextValid
          ? "the text fits its hash"
          : "THE TEXT DOES NOT FIT ITS HASH",
    ],
    ["SHA-256 of the record", record.recordHash],
    [
      "Record check",
      isRecordValid ? "the record fits its hash" : "THE RECORD DOES NOT FIT ITS HASH",
    ],
    [
      "Chain",
      seq === null
        ? "not sealed yet"
        : `link ${seq}, sealed at ${iso(sealedAt)}${isPreviousLinkValid ? "" : ", THE LINK BEFORE IT DOES NOT FIT"}`,
    ],
    ["SHA-256 of the link", linkHash],
  ];
}

/** Which provider got the customer's details, when, and after whose approval; null if none did. */
async function findRecipient(db: Database, serviceRequestId: string): Promise<string | null> {
  const [shared] = await listDisclosures(db, [serviceRequestId]);
  if (!shared) return null;
  const { company, sharedAt, recordedBy, wasAsked, isByCustomer } = shared;
  const how = isByCustomer
    ? "after the customer's yes on their own page"
    : wasAsked
      ? `after the customer's yes, recorded by ${recordedBy ?? "a former member of staff"}`
      : "when they accepted the request";
  return `${company}, at ${sharedAt.toISOString()}, ${how}`;
}

const renderFields = (fields: readonly (readonly [string, string | number | null])[]) =>
  fields
    .map(
      ([name, value]) =>
        `<dt>${name}</dt><dd>${value === null || value === "" ? "none" : escapeHtml(String(value))}</dd>`,
    )
    .join("\n");

function renderProof(proof: Proof): string {
  const { kind, company, renderedText } = proof.record;
  const text =
    renderedText === null
      ? ""
      : `<h3>Text that was shown</h3>\n<blockquote>${escapeHtml(renderedText)}</blockquote>`;
  return `<h2>${escapeHtml(TITLES[kind](company ?? ""))}</h2>
${text}
<dl>
${renderFields(listProofFields(proof))}
</dl>`;
}

/**
 * An HTML page to print: each consent with the text that was shown, and whether its record is
 * unchanged. Null if the request has no consent record.
 */
export async function renderConsentProof(
  db: Database,
  options: { id: string; now: Date },
): Promise<Response | null> {
  const proofs = await listProofs(db, options.id);
  if (proofs.length === 0) return null;
  const recipient = await findRecipient(db, options.id);
  return respondWithPrintPage({
    title: "Consent record",
    body: `<h1>Consent record</h1><p>Printed from the record on ${options.now.toISOString()}. All times are UTC.</p>
<dl>
${renderFields([["Details shared with", recipient ?? "nobody"]])}
</dl>
${proofs.map(renderProof).join("\n")}`,
  });
}
