import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import { consentChain, consentRecords, consentTexts } from "#app/db/tables/consent.server.ts";
import { hashConsentRecord, sha256 } from "#app/features/consent/hash-record.ts";
import { listDisclosures } from "#app/features/offers/queries.server.ts";

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#111}dt{font-weight:600}dd{margin:0 0 .6rem;overflow-wrap:anywhere;white-space:pre-wrap}blockquote{margin:1rem 0;padding:.8rem 1rem;border:1px solid #999;white-space:pre-wrap}";
const STYLE_SOURCE = `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

/** The consent record of a request with its stored text and its link in the chain, or null. */
async function getProof(db: Database, serviceRequestId: string) {
  if (!z.uuid().safeParse(serviceRequestId).success) return null;
  const previous = alias(consentChain, "previous");
  const isPrevious = and(
    eq(previous.seq, sql`${consentChain.seq} - 1`),
    eq(previous.hash, consentChain.prevHash),
  );
  const [row] = await db
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
    .where(
      and(
        eq(consentRecords.serviceRequestId, serviceRequestId),
        eq(consentRecords.kind, "request"),
      ),
    )
    .limit(1);
  return row ?? null;
}
type Proof = NonNullable<Awaited<ReturnType<typeof getProof>>>;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

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
  const { company, sharedAt, recordedBy, wasAsked } = shared;
  const how = wasAsked
    ? `after the customer's yes, recorded by ${recordedBy ?? "a former member of staff"}`
    : "when they accepted the request";
  return `${company}, at ${sharedAt.toISOString()}, ${how}`;
}

/**
 * An HTML page to print: the text that was shown, the consent, and whether the record is unchanged.
 * Null if the request has no consent record.
 */
export async function renderConsentProof(
  db: Database,
  options: { id: string; now: Date },
): Promise<Response | null> {
  const proof = await getProof(db, options.id);
  if (!proof) return null;
  const recipient = await findRecipient(db, options.id);
  const list = [...listProofFields(proof), ["Details shared with", recipient ?? "nobody"] as const]
    .map(
      ([name, value]) =>
        `<dt>${name}</dt><dd>${value === null || value === "" ? "none" : escapeHtml(String(value))}</dd>`,
    )
    .join("\n");
  const text =
    proof.record.renderedText === null
      ? ""
      : `<h2>Text that was shown</h2>\n<blockquote>${escapeHtml(proof.record.renderedText)}</blockquote>`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Consent record</title><style>${STYLE}</style></head>
<body><main><h1>Consent record</h1><p>Printed from the record on ${options.now.toISOString()}. All times are UTC.</p>
${text}
<dl>
${list}
</dl></main></body></html>`;
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; style-src ${STYLE_SOURCE}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}
