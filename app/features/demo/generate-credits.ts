import type { LedgerEntry } from "#app/features/billing/ledger.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";
import type { DemoProvider } from "./generate-providers.ts";
import type { Random } from "./seeded-random.ts";
import type { DemoWork, OfferRow } from "./work-rows.ts";

/** Credits per purchase. */
const PACKS = [100, 150, 250] as const;
/** Credits are bought at most this long before the offer that needs them. */
const BOUGHT_BEFORE_DAYS = 3;

type Entry = { kind: LedgerEntry["kind"]; amount: number; at: number };
type Options = { random: Random; providers: readonly DemoProvider[]; work: DemoWork; now: Date };

/**
 * Ledger entries of each provider: purchases, the cost of accepted offers, and refunds where the
 * customer declined.
 */
export function generateCreditEntries({ random, providers, work, now }: Options): LedgerEntry[] {
  const acceptedAt = new Map(work.bids.map((bid) => [bid.id, Date.parse(bid.created_at)]));
  const entriesByProvider = new Map<string, Entry[]>();
  for (const offer of work.offers) {
    const acceptedTime = acceptedAt.get(offer.bid_id ?? "");
    if (acceptedTime !== undefined)
      entriesByProvider.set(offer.provider_id, [
        ...(entriesByProvider.get(offer.provider_id) ?? []),
        ...listOfferEntries(offer, acceptedTime),
      ]);
  }
  return providers.flatMap((provider) => {
    // A provider that was never verified gets no offers, and buys no credits.
    if (provider.verified_until === null) return [];
    const entries = addPurchases(random, {
      entries: entriesByProvider.get(provider.id) ?? [],
      since: Date.parse(provider.created_at),
      now: now.getTime(),
    });
    return entries.map(({ at, ...entry }) => ({
      ...entry,
      providerId: provider.id,
      at: new Date(at),
    }));
  });
}

function listOfferEntries(
  { cost, refunded_at: refundedAt }: OfferRow,
  acceptedTime: number,
): Entry[] {
  const offerEntry: Entry = { kind: "offer", amount: -cost, at: acceptedTime };
  return refundedAt === null
    ? [offerEntry]
    : [offerEntry, { kind: "refund", amount: cost, at: Date.parse(refundedAt) }];
}

/** Sorts entries by time, and adds a purchase wherever the next offer would cost more than is left. */
function addPurchases(
  random: Random,
  { entries, since, now }: { entries: readonly Entry[]; since: number; now: number },
): Entry[] {
  const ledger: Entry[] = [];
  let [balance, latest] = [0, since];
  const buy = (at: number) => {
    const amount = random.pick(PACKS);
    ledger.push({ kind: "purchase", amount, at });
    balance += amount;
  };
  /** A random time before this one and after the previous entry. */
  const pickTimeBefore = (at: number) =>
    Math.floor(
      at - Math.min((at - latest) * random.next(), random.next() * BOUGHT_BEFORE_DAYS * DAY_MS),
    ) - 1;
  for (const entry of entries.toSorted((a, b) => a.at - b.at)) {
    if (balance + entry.amount < 0) buy(Math.max(latest + 1, pickTimeBefore(entry.at)));
    ledger.push(entry);
    balance += entry.amount;
    latest = entry.at;
  }
  if (ledger.length === 0) buy(Math.min(now, since + random.between(30, 3 * 24 * 60) * MINUTE_MS));
  return ledger;
}
