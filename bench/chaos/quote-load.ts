import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { buildIntakeBody } from "#tests/factories.ts";
import { formatAddress } from "../request-source.ts";
import { type CallResult, call } from "./http-call.ts";

const ENDPOINT = "/functions/v1/contact-sync";
const TICK_MS = 5;
const RETRY_PAUSE_MS = 500;
const MAX_TRIES = 60;
/** Below the limit at which the server refuses requests. */
const MAX_IN_PROGRESS = 300;
const FIRST_PHONE = 4_042_000_000;

export type Lead = {
  number: number;
  key: string;
  email: string;
  body: string;
  headers: Record<string, string>;
  acknowledged: boolean;
  tries: number;
};
export type Reply = CallResult & { lead: Lead };
export type FormConfig = { publicKey: string; consentId: string };

/** The configuration that the wizard fetches before it posts. */
export async function getFormConfig(port: number): Promise<FormConfig> {
  const { body } = await call({ port, path: "/functions/v1/quote-form" });
  const { publicKey, consent } = JSON.parse(body) as { publicKey: string; consent: { id: string } };
  return { publicKey, consentId: consent.id };
}

let createdLeads = 0;

/** A request that differs from every other in phone, email, key and client address. */
export function createLead({ publicKey, consentId }: FormConfig): Lead {
  createdLeads += 1;
  const number = createdLeads;
  const key = randomUUID();
  const email = `lead-${number}@example.com`;
  const body = JSON.stringify(
    buildIntakeBody({
      values: { name: `Lead ${number}`, phone: String(FIRST_PHONE + number), email },
      consentTextId: consentId,
    }),
  );
  const headers = {
    Authorization: `Bearer ${publicKey}`,
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    "Idempotency-Key": key,
    "X-Forwarded-For": formatAddress(number),
  };
  return { number, key, email, body, headers, acknowledged: false, tries: 0 };
}

export async function postLead(
  lead: Lead,
  options: { port: number; agent?: Agent },
): Promise<CallResult> {
  lead.tries += 1;
  const result = await call({
    ...options,
    path: ENDPOINT,
    method: "POST",
    headers: lead.headers,
    body: lead.body,
  });
  if (result.status === 200) lead.acknowledged = true;
  return result;
}

export type QuoteLoad = {
  leads: Lead[];
  replies: Reply[];
  /** Creates no more leads; resolves when each is acknowledged or given up. */
  stop: () => Promise<void>;
};

type LoadOptions = {
  port: number;
  form: FormConfig;
  /** Posts a second, first attempts and retries together. */
  perSecond: number;
  /** 1: no retries. */
  maxTries?: number;
  onReply?: (reply: Reply) => void;
};

/**
 * Posts at a fixed rate, however slow the responses. A lead that is not acknowledged is posted
 * again with its key, before any new one.
 */
export function startQuoteLoad({
  port,
  form,
  perSecond,
  maxTries = MAX_TRIES,
  onReply,
}: LoadOptions): QuoteLoad {
  const agent = new Agent({ keepAlive: true });
  const leads: Lead[] = [];
  const replies: Reply[] = [];
  const retries: { lead: Lead; at: number }[] = [];
  let inProgress = 0;
  let stopping = false;
  let lastTick = performance.now();
  let budget = 0;

  const post = async (lead: Lead) => {
    inProgress += 1;
    const reply = { ...(await postLead(lead, { port, agent })), lead };
    inProgress -= 1;
    replies.push(reply);
    if (!lead.acknowledged && lead.tries < maxTries)
      retries.push({ lead, at: performance.now() + RETRY_PAUSE_MS });
    onReply?.(reply);
  };
  const nextLead = (now: number): Lead | undefined => {
    if (retries[0] && retries[0].at <= now) return retries.shift()?.lead;
    if (stopping) return undefined;
    const lead = createLead(form);
    leads.push(lead);
    return lead;
  };
  const timer = setInterval(() => {
    const now = performance.now();
    budget = Math.min(perSecond / 10, budget + ((now - lastTick) / 1000) * perSecond);
    lastTick = now;
    for (; budget >= 1 && inProgress < MAX_IN_PROGRESS; budget--) {
      const lead = nextLead(now);
      if (!lead) break;
      void post(lead);
    }
  }, TICK_MS);

  return {
    leads,
    replies,
    async stop() {
      stopping = true;
      while (inProgress > 0 || retries.length > 0) await wait(TICK_MS);
      clearInterval(timer);
      agent.destroy();
    },
  };
}
