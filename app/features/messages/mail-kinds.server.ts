import { eq } from "drizzle-orm";
import { requestMessages } from "#app/db/tables/customer-page.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { sanitizeMailText } from "#app/features/mail/mail-text.ts";
import type {
  CustomerMailInput,
  CustomerMailKind,
} from "#app/features/requests/customer/mails/mail-kind.ts";
import { MESSAGE_MAIL, NO_ATTACHMENTS_MAIL } from "./constants.ts";

const formatService = ({ request }: CustomerMailInput) =>
  sanitizeMailText(request.serviceType, "your request");

async function findMessage({ db, subjectId }: CustomerMailInput) {
  const { author, text } = requestMessages;
  const [message] = await db
    .select({ author, text, company: providers.companyName })
    .from(requestMessages)
    .leftJoin(offers, eq(offers.id, requestMessages.offerId))
    .leftJoin(providers, eq(providers.id, offers.providerId))
    .where(eq(requestMessages.id, subjectId));
  return message;
}

/** Brings the customer what staff or their professional wrote. */
const message: CustomerMailKind = {
  kind: MESSAGE_MAIL,
  async compose(input) {
    const { site, pageUrl, canReply } = input;
    const found = await findMessage(input);
    if (!found) return null;
    const company = found.company && sanitizeMailText(found.company, "the professional");
    const writer = found.author === "provider" && company ? company : `The team of ${site.brand}`;
    return {
      subject: `A message about your request: ${formatService(input)}`,
      text: [
        `${writer} wrote about your request (${formatService(input)}):`,
        "",
        found.text,
        "",
        "Read it and answer on your page:",
        pageUrl,
        "",
        ...(canReply ? describeReply(company) : []),
        `Can't wait? Call ${site.phone}.`,
        "",
        site.brand,
        "",
      ].join("\n"),
    };
  },
};

const describeReply = (company: string | null): string[] => [
  "You can also reply to this email. Our team reads replies, but",
  `attachments do not reach us.${company ? ` To write to ${company}, use your page.` : ""}`,
  "",
];

/** Tells a customer that the files of their mail were not read. */
const noAttachments: CustomerMailKind = {
  kind: NO_ATTACHMENTS_MAIL,
  compose: ({ site, pageUrl }) => ({
    subject: "The attachments in your email did not reach us",
    text: [
      "We do not open attachments, so those in your email did not reach us.",
      "What you wrote did.",
      "",
      "You can add photos on your page:",
      pageUrl,
      "",
      `Something else? Call ${site.phone}.`,
      "",
      site.brand,
      "",
    ].join("\n"),
  }),
};

export const messageMailKinds: readonly CustomerMailKind[] = [message, noAttachments];
