import { eq } from "drizzle-orm";
import { offers } from "#app/db/tables/offers.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { sanitizeMailText } from "#app/features/mail/mail-text.ts";
import type {
  CustomerMailInput,
  CustomerMailKind,
} from "#app/features/requests/customer/mails/mail-kind.ts";
import { formatInstant } from "#app/lib/format-values.ts";
import { findZipTimeZone } from "#app/lib/zip-time-zone.server.ts";
import { ASK_CUSTOMER_MAIL, CONNECTED_MAIL, isYesByPhone } from "../constants.ts";
import { getVisit } from "../visits/queries.server.ts";
import { formatSlot } from "../visits/slots.ts";
import { getVisitFile } from "../visits/visit-files.server.ts";
import { visitMailKinds } from "../visits/visit-mails.server.ts";

/** The offer that a mail is about; null where it is no longer as it was when the mail was queued. */
async function findOffer({ db, subjectId }: CustomerMailInput, isApproved: boolean) {
  const [offer] = await db
    .select({
      state: offers.state,
      approvedAt: offers.customerApprovedAt,
      approvedBy: offers.customerApprovalRecordedBy,
      callDueAt: offers.staffCallDueAt,
      company: providers.companyName,
      phone: providers.phone,
    })
    .from(offers)
    .innerJoin(providers, eq(providers.id, offers.providerId))
    .where(eq(offers.id, subjectId));
  const isCurrent = offer?.state === "accepted" && (offer.approvedAt !== null) === isApproved;
  return isCurrent ? offer : null;
}

const formatService = ({ request }: CustomerMailInput) =>
  sanitizeMailText(request.serviceType, "your request");

/** Asks the customer for a yes to the company that accepted. */
const askCustomer: CustomerMailKind = {
  kind: ASK_CUSTOMER_MAIL,
  async compose(input) {
    const { site, request, pageUrl, now, canReply } = input;
    const offer = await findOffer(input, false);
    if (!offer) return null;
    const company = sanitizeMailText(offer.company, "A professional");
    const timeZone = findZipTimeZone(request.zip) ?? site.timeZone;
    const held = await getVisit(input.db, input.subjectId);
    const due = offer.callDueAt && offer.callDueAt > now ? offer.callDueAt : null;
    return {
      subject: `${company} can take your job. May they call you?`,
      text: [
        `${company} can take your request (${formatService(input)}).`,
        "",
        "They know the job, your city and ZIP code, the times you chose and your",
        "description, in which we hide the contact details we can find. They do",
        "not know your name, phone number, email or street address. They get",
        "those only if you say yes.",
        "",
        ...(held?.state === "held" && held.startsAt > now
          ? ["They can come:", formatSlot(held, timeZone), ""]
          : []),
        "See who they are, and answer yes or no:",
        pageUrl,
        "",
        ...(canReply
          ? [
              "Please answer on your page. A reply to this email goes to our team,",
              "and does not count as a yes.",
              "",
            ]
          : []),
        ...(due
          ? [
              "If we do not hear from you, someone on our team will call you to ask,",
              `no earlier than ${formatInstant(due, timeZone)}.`,
              "",
            ]
          : ["Someone on our team also calls you for your answer.", ""]),
        `Questions? Call ${site.phone}.`,
        "",
        site.brand,
        "",
      ].join("\n"),
    };
  },
  // Nobody told the customer, so staff call at once.
  async onUnreachable({ db, now }, offerId) {
    await db.update(offers).set({ staffCallDueAt: now }).where(eq(offers.id, offerId));
  },
};

/** Tells the customer whom they said yes to, and what that company has now. */
const tellConnected: CustomerMailKind = {
  kind: CONNECTED_MAIL,
  async compose(input) {
    const { site, pageUrl, request, subjectId } = input;
    const offer = await findOffer(input, true);
    if (!offer) return null;
    const found = await getVisitFile(input, { offerId: subjectId, side: "customer" });
    const booked = found?.visit.state === "booked" ? found : null;
    const timeZone = findZipTimeZone(request.zip) ?? site.timeZone;
    const company = sanitizeMailText(offer.company, "The professional");
    const isByPhone = isYesByPhone(offer.approvedBy);
    return {
      subject: `You said yes to ${company}`,
      text: [
        ...describeYes({ company, isByPhone, service: formatService(input) }),
        "They can now see your name, phone number, email, address and",
        "description. No other professional can.",
        "",
        `Their phone number: ${offer.phone}`,
        "",
        ...(booked
          ? [
              "They plan to come:",
              formatSlot(booked.visit, timeZone),
              "Open the attached file to add it to your calendar.",
              "",
            ]
          : []),
        isByPhone
          ? "Your page shows what you agreed to. You can stop their calls, write"
          : "Your page has your consent in writing. You can stop their calls, write",
        "to them, or cancel there at any time:",
        pageUrl,
        "",
        `Didn't say yes? Call us right away: ${site.phone}.`,
        "",
        site.brand,
        "",
      ].join("\n"),
      ...(booked && { calendar: booked.file }),
    };
  },
};

type DescribedYes = { company: string; isByPhone: boolean; service: string };
const describeYes = ({ company, isByPhone, service }: DescribedYes): string[] =>
  isByPhone
    ? [
        `You told our team by phone that ${company} may call you.`,
        `It is about your request (${service}).`,
      ]
    : [`You agreed that ${company} may call you about your request`, `(${service}).`];

export const offerMailKinds: readonly CustomerMailKind[] = [
  askCustomer,
  tellConnected,
  ...visitMailKinds,
];
