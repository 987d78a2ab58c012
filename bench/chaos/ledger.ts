import type { Lead } from "./quote-load.ts";
import type { Site } from "./site.ts";

export type LeadCounts = {
  acknowledged: number;
  /** Acknowledged, but not in the database. */
  lost: number;
  /** Leads with more than one request. */
  duplicated: number;
  /** Requests without exactly one consent record and one outbox row. */
  incomplete: number;
};

type StoredLead = { email: string; idempotency_key: string; consents: number; outboxRows: number };

/**
 * Compares the responses to clients with the database. A lead is identified by its email, whatever
 * key it was sent with.
 */
export async function countLeads(
  site: Pick<Site, "withDatabase">,
  leads: readonly Lead[],
): Promise<LeadCounts> {
  const rows = await site.withDatabase(
    async (client) =>
      (
        await client.query<StoredLead>(
          `select customer_email as email, idempotency_key,
             (select count(*) from consent_records c where c.service_request_id = r.id)::int as consents,
             (select count(*) from crm_outbox o where o.request_id = r.id)::int as "outboxRows"
           from service_requests r`,
        )
      ).rows,
  );
  const stored = Map.groupBy(rows, (row) => row.email);
  const acknowledged = leads.filter((lead) => lead.acknowledged);
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(
      (lead) => !stored.get(lead.email)?.some((row) => row.idempotency_key === lead.key),
    ).length,
    duplicated: leads.filter((lead) => (stored.get(lead.email)?.length ?? 0) > 1).length,
    incomplete: rows.filter((row) => row.consents !== 1 || row.outboxRows !== 1).length,
  };
}

export const isComplete = (tally: LeadCounts) =>
  tally.acknowledged > 0 && tally.lost + tally.duplicated + tally.incomplete === 0;

export const formatLeadCounts = ({ acknowledged, lost, duplicated, incomplete }: LeadCounts) =>
  `${acknowledged} acknowledged, ${lost} lost, ${duplicated} duplicated, ${incomplete} without consent record or outbox row`;
