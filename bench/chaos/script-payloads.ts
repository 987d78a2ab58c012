import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { buildIntakeBody, buildQuote } from "#tests/factories.ts";
import { formatAddress } from "../request-source.ts";
import { call } from "./http-call.ts";
import type { ChaosResult } from "./metrics.ts";
import { buildPlainFormBody, postPlainForm } from "./plain-visits.ts";
import { type FormConfig, getFormConfig } from "./quote-load.ts";
import { type Site, withSite } from "./site.ts";

const COUNT = 200;
const FORM_VERSION_LENGTH = 40;
const FIRST_VISITOR = 0x600000;

/** `@` is replaced by the number of the payload, so that they can be told apart. */
const TEMPLATES = [
  "<script>alert(@)</script>",
  "</script><script>alert(@)</script>",
  "</title></textarea></style><script>alert(@)</script>",
  '"><img src=x onerror=alert(@)>',
  "'><svg/onload=alert(@)>",
  "<svg><animate onbegin=alert(@) attributeName=x dur=1s>",
  "<iframe srcdoc='<script>alert(@)</script>'></iframe>",
  "<a href=javascript:alert(@)>x</a>",
  "javascript:alert(@)//",
  "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(@)>",
  "{{constructor.constructor('alert(@)')()}}",
  "$" + "{alert(@)}",
  "<%= alert(@) %>",
  "<!--><script>alert(@)</script>-->",
  "<scr<script>ipt>alert(@)</scr</script>ipt>",
  "&lt;script&gt;alert(@)&lt;/script&gt;",
  "\\u003cscript\\u003ealert(@)\\u003c/script\\u003e",
  "%3Cscript%3Ealert(@)%3C%2Fscript%3E",
  "\u2028<script>alert(@)</script>\u2029",
  "＜script＞alert(@)＜/script＞",
  "<details open ontoggle=alert(@)>",
  "<input autofocus onfocus=alert(@)>",
  "]]><script>alert(@)</script>",
  "'; drop table service_requests; -- @",
  "=cmd|'/c calc'!A@",
  "+SUM(@)\t=1+1",
  "__proto__ @ constructor prototype",
  '{"$ref":"@","__proto__":{"admin":true}}',
  "\u202egnp.@<script>",
  "🧰<b onmouseover=alert(@)>e\u0301\ufeff</b>",
] as const;

const getPayload = (number: number) =>
  (TEMPLATES[number % TEMPLATES.length] ?? "").replaceAll("@", String(number));

/** Builds a call with the payload in every text field. */
function buildHostileCall(text: string, consentTextId: string) {
  const details = {
    property_class: text,
    urgency_level: text,
    scheduling_preference: text,
    communication_preference: text,
    will_use_insurance: text,
    is_authorized_to_hire: true,
    property_contact_name: text,
    property_contact_email: text,
    property_contact_phone: text,
    quiz_answers: [{ id: text, questionText: text, answer: text, ghlField: text }],
    quiz_slug: text,
    quiz_completed: true,
  };
  const contactTexts = {
    id: text,
    customer_name: text,
    customer_email: text,
    customer_phone: text,
    address: text,
    city: text,
    state: text,
    zip_code: text,
  };
  const jobTexts = {
    service_type: text,
    project_type: text,
    project_size: text,
    timeframe: text,
    description: text,
    send_template: text,
  };
  const body = buildIntakeBody({
    consentTextId,
    meta: { page_url: text, form_version: text.slice(0, FORM_VERSION_LENGTH).toWellFormed() },
  });
  return {
    ...body,
    record: { ...body.record, ...contactTexts, ...jobTexts, additional_details: details },
  };
}

type HostileCall = ReturnType<typeof buildHostileCall>;
type StoredTexts = { key: string; record: Record<string, unknown>; proof: Record<string, unknown> };

/**
 * Sends script payloads in every stored text: they must be stored unchanged, and never be returned
 * as markup.
 */
export function storePayloads(): Promise<ChaosResult[]> {
  return withSite({}, async (site) => {
    await site.start();
    const form = await getFormConfig(site.port);
    const sent = new Map<string, HostileCall>();
    let refused = 0;
    for (let number = 0; number < COUNT; number++) {
      const body = buildHostileCall(getPayload(number), form.consentId);
      const key = randomUUID();
      const headers = {
        Authorization: `Bearer ${form.publicKey}`,
        "Content-Type": "application/json",
        "Idempotency-Key": key,
        "X-Forwarded-For": formatAddress(FIRST_VISITOR + number),
      };
      const { status } = await call({
        port: site.port,
        path: "/functions/v1/contact-sync",
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      if (status === 200) sent.set(key, body);
      else refused += 1;
    }
    const stored = new Map((await readTexts(site)).map((row) => [row.key, row]));
    const changed = [...sent].filter(([key, body]) => !isVerbatim(stored.get(key), body)).length;
    const unescaped = await countUnescaped(site, form);
    return [
      {
        name: `${COUNT} script payloads in every stored text field`,
        result: `${refused} refused, ${changed} not stored verbatim; ${unescaped} returned as markup by the form or the thank-you page`,
        met: refused + changed + unescaped === 0,
      },
    ];
  });
}

/** The stored texts by the names of the call's fields. */
function readTexts(site: Site): Promise<StoredTexts[]> {
  const columns = [
    "customer_name",
    "customer_email",
    "customer_phone",
    "address",
    "city",
    "state",
    "zip_code",
    "service_type",
    "project_type",
    "project_size",
    "timeframe",
    "description",
    "send_template",
  ];
  const pairs = columns.map((column) => `'${column}', r.${column}`).join(", ");
  return site.withDatabase(
    async (client) =>
      (
        await client.query<StoredTexts>(
          `select r.idempotency_key as key,
             json_build_object('id', r.client_reference, ${pairs}, 'additional_details', r.additional_details) as record,
             json_build_object('name', c.name, 'phone', c.phone_raw, 'page', c.page_url, 'version', c.form_version) as proof
           from service_requests r join consent_records c on c.service_request_id = r.id`,
        )
      ).rows,
  );
}

function isVerbatim(stored: StoredTexts | undefined, { record, meta }: HostileCall): boolean {
  const { is_property_owner: _owner, created_at: _createdAt, ...texts } = record;
  const proof = {
    name: record.customer_name,
    phone: record.customer_phone,
    page: meta.page_url,
    version: meta.form_version,
  };
  return (
    stored !== undefined &&
    isDeepStrictEqual(stored.record, texts) &&
    isDeepStrictEqual(stored.proof, proof)
  );
}

/** Number of unescaped payloads in a page that repeats input. */
async function countUnescaped(site: Site, form: FormConfig): Promise<number> {
  let unescaped = 0;
  for (let number = 0; number < COUNT; number++) {
    const text = getPayload(number);
    if (!text.includes("<")) continue;
    // The state is too long, so that the form is returned with all input.
    const values = buildQuote({
      address: text,
      city: text,
      state: text,
      description: text,
      name: text,
      phone: text,
      email: text,
    });
    const body = buildPlainFormBody(values, { consentId: form.consentId, key: randomUUID() });
    const redisplayed = await postPlainForm(site, {
      body,
      visitor: FIRST_VISITOR + COUNT + number,
    });
    const thanks = await call({
      port: site.port,
      path: `/quote/thanks?by=${encodeURIComponent(text)}&time=${encodeURIComponent(text)}`,
    });
    if (redisplayed.body.includes(text) || thanks.body.includes(text)) unescaped += 1;
  }
  return unescaped;
}
