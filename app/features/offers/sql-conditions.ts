/** SQL: the person of the request `r` opted out after sending it. */
export const OPTED_OUT = `exists (
  select from suppressions s
  where s.contact_hash in (r.phone_hash, r.email_hash) and s.opted_out_at >= r.created_at)`;

/** SQL: the person of the request `r` asked the provider of the offer `o` to stop. */
export const STOPPED_PROVIDER = `exists (
  select from provider_opt_outs x
  where x.provider_id = o.provider_id and x.contact_hash in (r.phone_hash, r.email_hash))`;

/**
 * SQL: the provider of the offer `o` must not see the person of the request `r`, even after a yes.
 * Somebody who opted out of our own messages alone stays in touch with that provider.
 */
export const HIDES_PERSON = `(r.body_hash = 'erased' or ${STOPPED_PROVIDER} or exists (
  select from suppressions s
  where s.contact_hash in (r.phone_hash, r.email_hash) and s.opted_out_at >= r.created_at
    and s.scope = 'all'))`;

/**
 * SQL: the customer of the request `r` said yes to the provider of the offer `o`, who may still see the
 * details: nobody but staff writes to a person who stopped them, canceled or was erased.
 */
export const IS_CONNECTED = `(o.state = 'accepted' and o.customer_approved_at is not null
  and r.outcome is null and not ${HIDES_PERSON})`;

/** SQL: the provider `p` is verified at the instant `:now`. */
export const IS_VERIFIED = `(p.verification_status = 'verified'
  and (p.verified_until is null or p.verified_until > :now))`;

/** SQL: the provider accepted the offer `o`, and the customer has not answered. */
export const AWAITS_CUSTOMER = "(o.state = 'accepted' and o.customer_approved_at is null)";
