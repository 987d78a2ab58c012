import { and, count, eq, gt } from "drizzle-orm";
import { suppressions } from "#app/db/tables/consent.server.ts";
import { customerMails } from "#app/db/tables/customer-page.server.ts";
import type { CustomerMailKind } from "#app/features/requests/customer/mails/mail-kind.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { OPT_OUT_MAIL } from "./constants.ts";
import { erasureMailKind } from "./customer-erasure.server.ts";

/** Confirms an opt-out, once: no offers, no link, and no more than one a day to a request. */
const optOutConfirmation: CustomerMailKind = {
  kind: OPT_OUT_MAIL,
  isAskedFor: true,
  takesNoReply: true,
  async compose({ db, site, request, subjectId, now }) {
    const [optOut] = await db
      .select({ scope: suppressions.scope, source: suppressions.source })
      .from(suppressions)
      .where(eq(suppressions.id, subjectId));
    const [sent] = await db
      .select({ mails: count() })
      .from(customerMails)
      .where(
        and(
          eq(customerMails.requestId, request.id),
          eq(customerMails.kind, OPT_OUT_MAIL),
          eq(customerMails.state, "sent"),
          gt(customerMails.finishedAt, new Date(now.getTime() - DAY_MS)),
        ),
      );
    if (!optOut || (sent?.mails ?? 0) > 0) return null;
    return {
      subject: "We stopped contact, as you asked",
      text: [
        optOut.source === "mail"
          ? "You asked us by email to stop contacting you."
          : "We got a form that asks us to stop contacting you.",
        "",
        `${site.company} will not call, text or email you about any request`,
        "you made before now. This email is the last one about it.",
        "",
        ...(optOut.scope === "all"
          ? [
              "If a professional got your details from us, we tell them to stop",
              "too. They are a separate business. If they still call, let us know.",
            ]
          : [
              "A professional you said yes to may still call you about the job,",
              "because the form asked only us to stop.",
            ]),
        "",
        "Wasn't you, or want help again? Call us:",
        `${site.phone}.`,
        "",
        site.brand,
        "",
      ].join("\n"),
    };
  },
};

export const privacyMailKinds: readonly CustomerMailKind[] = [optOutConfirmation, erasureMailKind];
