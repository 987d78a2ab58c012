/** What a mail to a provider is about; its people choose by it which ones they get. */
export type MailTopic = "offers" | "jobs" | "messages" | "credits";

/** SQL: the address of the provider `p` is that of a person, whose own choice counts. */
export const IS_PERSONS_ADDRESS = `exists (
  select from provider_users c
  where c.provider_id = p.id and c.is_active and c.email = lower(p.contact_email))`;

/** SQL: there is an address for what the provider `p` must be told, whatever its people chose. */
export const HAS_ADDRESS = `(coalesce(p.contact_email, '') <> '' or exists (
  select from provider_users u where u.provider_id = p.id and u.is_active))`;

/**
 * SQL: somebody of the provider `p` gets mails about a topic; `t` is their row of settings, if there is
 * one.
 */
export const getsMail = (topic: MailTopic): string => `(not p.is_demo and (
  exists (
    select from provider_users u where u.provider_id = p.id and u.is_active and u.mails_${topic}
  )
  or (
    coalesce(p.contact_email, '') <> '' and coalesce(t.email_notifications, true)
    and not ${IS_PERSONS_ADDRESS}
  )))`;
