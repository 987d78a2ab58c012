import type { JobContext } from "#app/app-context.ts";
import { MINUTE_MS, SECOND_MS } from "#app/lib/durations.ts";
import type { Job } from "#app/lib/job.ts";
import { REFUND_ACTOR, REFUND_CHECK_MINUTES } from "./constants.ts";
import { continueOffers } from "./continue-offers.server.ts";
import { mailApprovals } from "./customer/mail-approvals.server.ts";
import { mailStops } from "./customer/mail-stops.server.ts";
import { mailDisputes } from "./disputes/mail-disputes.server.ts";
import { pushStops } from "./push-stops.server.ts";
import { refundBadLeads } from "./refund-bad-leads.server.ts";
import { mailVisits } from "./visits/visit-mails.server.ts";

/**
 * Ends expired offers and asks the next provider; tells providers of a yes, a stop, a
 * cancel, a closed request, an erasure, changed visits and decided disputes;
 * refunds bad leads.
 */
export const offerJobs = (context: JobContext): Job[] => [
  {
    id: "offers",
    everyMs: 10 * SECOND_MS,
    run: (signal) => continueOffers(context, signal),
  },
  {
    id: "mail-approvals",
    everyMs: 5 * SECOND_MS,
    run: (signal) => mailApprovals(context, signal),
  },
  {
    id: "mail-stops",
    everyMs: 30 * SECOND_MS,
    run: (signal) => mailStops(context, signal),
  },
  {
    id: "push-stops",
    everyMs: 5 * SECOND_MS,
    run: () => pushStops(context),
  },
  {
    id: "mail-visits",
    everyMs: 5 * SECOND_MS,
    run: (signal) => mailVisits(context, signal),
  },
  {
    id: "mail-disputes",
    everyMs: 30 * SECOND_MS,
    run: (signal) => mailDisputes(context, signal),
  },
  {
    id: "refund-bad-leads",
    everyMs: REFUND_CHECK_MINUTES * MINUTE_MS,
    run: () => refundBadLeads({ db: context.db, actor: REFUND_ACTOR, now: context.now() }),
  },
];
