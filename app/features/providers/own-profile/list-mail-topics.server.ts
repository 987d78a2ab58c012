import { and, eq } from "drizzle-orm";
import { providerUsers } from "#app/db/tables/provider-accounts.server.ts";
import { providerSettings } from "#app/db/tables/providers.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { PROVIDER_MAIL_TOPICS } from "#app/features/mail/provider-topics.ts";
import type { MailTopicNames } from "./describe-profile.ts";

/** Which mails go to whom: to people by their own choice, to the company's address unless it is a person's. */
export async function listMailTopics(
  db: Connection,
  { providerId, contactEmail }: { providerId: string; contactEmail: string | null },
): Promise<MailTopicNames> {
  const { name, email, mailsOffers, mailsJobs, mailsMessages, mailsCredits } = providerUsers;
  const [people, [settings]] = await Promise.all([
    db
      .select({ name, email, mailsOffers, mailsJobs, mailsMessages, mailsCredits })
      .from(providerUsers)
      .where(and(eq(providerUsers.providerId, providerId), eq(providerUsers.isActive, true)))
      .orderBy(providerUsers.createdAt, providerUsers.id),
    db
      .select({ isOn: providerSettings.emailNotifications })
      .from(providerSettings)
      .where(eq(providerSettings.providerId, providerId)),
  ]);
  const isPersons = people.some((person) => person.email === contactEmail?.toLowerCase());
  const shared = contactEmail && !isPersons && settings?.isOn !== false ? [contactEmail] : [];
  return PROVIDER_MAIL_TOPICS.map(([choice, topic]) => ({
    topic,
    isSentAnyway: choice === "mailsJobs",
    names: [...people.filter((person) => person[choice]).map((person) => person.name), ...shared],
  }));
}
