import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import { IS_PERSONS_ADDRESS, type MailTopic } from "./mail-conditions.ts";

/** SQL: the person `u` of a provider wants mails about `:topic`. */
const WANTS_TOPIC = `case :topic::text
  when 'offers' then u.mails_offers when 'jobs' then u.mails_jobs
  when 'messages' then u.mails_messages when 'credits' then u.mails_credits end`;

/**
 * Who gets a mail of a provider: its people who want mails about the topic, and the company's own
 * address. `:isRequired`: they must be told, so where nobody wants it, everybody gets it.
 */
export const listRecipients = sqlStatement({
  params: { providerId: t.uuid(), topic: t.text<MailTopic>(), isRequired: t.boolean() },
  row: { email: t.text(), isPerson: t.boolean() },
  sql: `
    with chosen as (
      select u.email from provider_users u
      where u.provider_id = :providerId and u.is_active and ${WANTS_TOPIC}
      union
      select p.contact_email from providers p
      left join provider_settings t on t.provider_id = p.id
      where p.id = :providerId and coalesce(p.contact_email, '') <> ''
        and (:isRequired::boolean or coalesce(t.email_notifications, true))
        and not ${IS_PERSONS_ADDRESS}
    ), everybody as (
      select u.email from provider_users u where u.provider_id = :providerId and u.is_active
      union
      select p.contact_email from providers p
      where p.id = :providerId and coalesce(p.contact_email, '') <> ''
    )
    select email, exists (
        select from provider_users u
        where u.provider_id = :providerId and u.is_active and u.email = lower(found.email)
      ) as "isPerson"
    from (
      select email from chosen
      union
      select email from everybody where :isRequired::boolean and not exists (select from chosen)
    ) found
    where not (select p.is_demo from providers p where p.id = :providerId)
    order by email`,
});
