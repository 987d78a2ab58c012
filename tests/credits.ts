import type { Database } from "#app/db/client.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { STRIPE_ACTOR } from "#app/features/billing/constants.ts";
import { postCredits } from "#app/features/billing/ledger.server.ts";
import { receiveWebhook } from "#app/features/billing/receive-webhook.server.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { queryRows } from "./factories.ts";
import { signWebhook } from "./fakes/stripe.ts";
import type { FakeEvent, FakePayment } from "./fakes/stripe-payments.ts";

const SECRET = "whsec_credits";
const env = parseEnv({ STRIPE_WEBHOOK_SECRET: SECRET });

/** Posts events to the real handler of the webhook, signed. @returns the status */
export function createWebhook(db: Database, alarms: string[] = []) {
  const log = { info() {}, error: (_: object, text: string) => alarms.push(text) };
  return async (event: FakeEvent): Promise<number> => {
    const now = new Date();
    const body = JSON.stringify(event);
    const { status } = await receiveWebhook(
      {
        db,
        actor: STRIPE_ACTOR,
        now,
        env,
        log: log as unknown as Logger,
        billing: { getBilling: () => Promise.reject(new Error("not called")), evict() {} },
      },
      { body: Buffer.from(body), signature: signWebhook(body, { secret: SECRET, at: now }) },
    );
    return status;
  };
}

/** Pays for an offer, or gives that back, as offers do. @returns whether the credits were enough */
export async function spend(
  db: Database,
  { providerId, amount, reference }: { providerId: string; amount: number; reference: string },
): Promise<boolean> {
  const { ok } = await withTransaction(db, (tx) =>
    postCredits(tx, {
      kind: amount < 0 ? "offer" : "refund",
      providerId,
      amount,
      reference,
      actor: "test",
      now: new Date(),
    }),
  );
  return ok;
}

/** The credits that a payment leaves, from what the double of Stripe knows of it. */
export function countCreditsLeft({ cents, metadata, refunds, disputes }: FakePayment): number {
  const credits = Number(metadata.credits);
  const refunded = refunds.filter(({ status }) => status !== "failed");
  const disputed = disputes.filter(
    ({ status }) => status === "needs_response" || status === "lost",
  );
  const returned = [...refunded, ...disputed].reduce((sum, part) => sum + part.cents, 0);
  return credits - Math.round(((credits * Math.min(cents, returned)) / cents) * 100) / 100;
}

type Line = { number: number; kind: string; amount: number; balance: number };

/** A provider's lines from the first on, and their balance. */
export async function readLines(
  db: Database,
  providerId: string,
): Promise<{ credits: number; lines: Line[] }> {
  const lines = await queryRows<Line>(
    db,
    `select number, kind, amount::float8 as amount, balance::float8 as balance
     from ledger_lines l join ledger_entries e on e.id = l.entry_id
     where provider_id = '${providerId}' order by number`,
  );
  const [row] = await queryRows<{ credits: number }>(
    db,
    `select credits::float8 as credits from providers where id = '${providerId}'`,
  );
  return { credits: row?.credits ?? Number.NaN, lines };
}

/** What is wrong with a statement: a gap, a wrong balance, or one below zero that is no reversal's. */
export function listMistakes({ credits, lines }: { credits: number; lines: Line[] }): string[] {
  let sum = 0;
  const mistakes = lines.flatMap(({ number, kind, amount, balance }, index) => {
    sum = Math.round((sum + amount) * 100) / 100;
    return [
      ...(number === index + 1 ? [] : [`line ${index + 1} has the number ${number}`]),
      ...(balance === sum ? [] : [`line ${number} has the balance ${balance} instead of ${sum}`]),
      ...(balance < 0 && amount < 0 && kind !== "reversal"
        ? [`line ${number}, of the kind ${kind}, took the balance below zero`]
        : []),
    ];
  });
  return credits === sum ? mistakes : [...mistakes, `the balance is ${credits} instead of ${sum}`];
}
