import type { ChaosResult, PartOptions } from "./metrics.ts";
import { createLead, getFormConfig, postLead } from "./quote-load.ts";
import { withSite } from "./site.ts";

const AT_ONCE = 50;

/** Sends the same request with the same key many times at once. */
export function repeatKeys({ quick }: PartOptions): Promise<ChaosResult[]> {
  const keys = quick ? 4 : 20;
  return withSite({}, async (site) => {
    await site.start();
    const form = await getFormConfig(site.port);
    const leads = Array.from({ length: keys }, () => createLead(form));
    let accepted = 0;
    for (const lead of leads) {
      const responses = await Promise.all(
        Array.from({ length: AT_ONCE }, () => postLead(lead, { port: site.port })),
      );
      accepted += responses.filter((response) => response.status === 200).length;
    }
    const rows = await site.withDatabase(
      async (client) =>
        (
          await client.query<{ email: string; outbox_rows: number }>(
            "select r.customer_email as email, count(o.id)::int as outbox_rows from service_requests r left join crm_outbox o on o.request_id = r.id group by r.id",
          )
        ).rows,
    );
    const storedOnce = leads.filter(
      (lead) =>
        rows.filter((row) => row.email === lead.email && row.outbox_rows === 1).length === 1,
    ).length;
    return [
      {
        name: `one idempotency key x ${AT_ONCE} in parallel, ${keys} keys`,
        result: `${rows.length} requests for ${keys} keys, ${storedOnce} of them with one outbox row; ${accepted} of ${keys * AT_ONCE} responses 200`,
        met: rows.length === keys && storedOnce === keys && accepted === keys * AT_ONCE,
      },
    ];
  });
}
