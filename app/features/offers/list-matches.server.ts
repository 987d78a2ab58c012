import type pg from "pg";
import { findServiceByName } from "#app/features/catalog/find-service.server.ts";
import { CANDIDATES, MATCHES_SHOWN, OVERRIDABLE } from "./constants.ts";
import { findJobValue } from "./job-value.server.ts";
import {
  isMatch,
  type MatchedProvider,
  type MatchReason,
  matchProvider,
} from "./match-provider.ts";

export type ListedMatch = {
  id: string;
  company: string;
  rating: number | null;
  isDemo: boolean;
  /** Whether an offer reaches them by mail. */
  hasMail: boolean;
  reasons: MatchReason[];
  /** Every failed check can be overridden by staff. */
  canOffer: boolean;
};
export type Matches = { matches: ListedMatch[]; nearMisses: ListedMatch[] };

export type MatchRequest = {
  id: string;
  serviceType: string;
  zip: string | null;
  state: string | null;
  isDemo: boolean;
};
type Row = Omit<MatchedProvider, "serviceAreaZips"> & {
  id: string;
  company: string;
  rating: number | null;
  jobs: number;
  isDemo: boolean;
  hasMail: boolean;
  covers: boolean;
};

/**
 * Providers that cover the ZIP code, the best first; where they are few, also some in the same state
 * who cover other ZIP codes. Without those who were asked already. Demo requests go to demo
 * providers only.
 */
const FIND_CANDIDATES = `
  with covering as (
    select p.id, true as covers from providers p where p.service_area_zips @> array[$2::text] and ($8::uuid is null or p.id = $8)
      and (p.is_demo or not $5) and not exists (select from offers o where o.request_id = $1 and o.provider_id = p.id and o.state <> 'withdrawn')
      order by (p.verification_status = 'verified' and (p.verified_until is null or p.verified_until > $6)) desc,
        exists (select from unnest(p.service_categories) c where lower(c) = any($4)) desc,
        exists (select from payments_subscriptions s where s.provider_id = p.id and s.status in ('active', 'trialing')) desc,
        (p.credits >= $7) desc, p.is_demo, p.reputation desc nulls last, p.id limit $9
  ), elsewhere as (
    select p.id, false as covers from providers p
    where $8::uuid is null and (select count(*) from covering) < $10 and p.business_state = upper($3) and p.verification_status = 'verified'
      and (p.is_demo or not $5) and p.service_categories && $11::text[]
      and not p.service_area_zips @> array[coalesce($2, '')]
      and not exists (select from offers o where o.request_id = $1 and o.provider_id = p.id and o.state <> 'withdrawn')
      order by p.reputation desc nulls last, p.id limit $10
  ), found as (select * from covering union all select * from elsewhere)
  select p.id, p.company_name as company, p.reputation::float8 as rating, p.jobs_completed as jobs, p.is_demo as "isDemo", f.covers,
    p.verification_status as "verificationStatus", p.verified_until as "verifiedUntil", p.service_categories as "serviceCategories", p.credits::float8 as credits,
    s.status as subscription, t.min_job_value::float8 as "minJobValue", t.max_job_value::float8 as "maxJobValue",
    coalesce(p.contact_email, '') <> '' and not p.is_demo and coalesce(t.email_notifications, true) as "hasMail"
  from found f join providers p on p.id = f.id left join payments_subscriptions s on s.provider_id = p.id left join provider_settings t on t.provider_id = p.id`;

/**
 * Providers who match a request and those who nearly match, the best first.
 * @param options.providerId checks only this provider
 */
export async function listMatches(
  pool: pg.Pool,
  options: { request: MatchRequest; cost: number; now: Date; providerId?: string },
): Promise<Matches> {
  const { request, cost, now, providerId = null } = options;
  const { slug, names } = findServiceByName(request.serviceType);
  const { rows } = await pool.query<Row>(FIND_CANDIDATES, [
    request.id,
    request.zip,
    request.state,
    names.map((name) => name.toLowerCase()),
    request.isDemo,
    now,
    cost,
    providerId,
    CANDIDATES,
    MATCHES_SHOWN,
    names,
  ]);
  const wanted = { zip: request.zip, serviceNames: names, value: findJobValue(slug) };
  const ranked = rows.map(({ covers, jobs, ...row }) => {
    const reasons = matchProvider(
      { ...row, serviceAreaZips: covers && request.zip ? [request.zip] : [] },
      wanted,
      { cost, now },
    );
    const against = reasons.filter(({ ok }) => !ok);
    const { id, company, rating, isDemo, hasMail } = row;
    const canOffer = against.every(({ check }) =>
      (OVERRIDABLE as readonly string[]).includes(check),
    );
    return {
      id,
      company,
      rating,
      isDemo,
      hasMail,
      reasons,
      canOffer,
      jobs,
      against: against.length,
    };
  });
  ranked.sort(
    (a, b) =>
      a.against - b.against ||
      Number(a.isDemo) - Number(b.isDemo) ||
      (b.rating ?? 0) - (a.rating ?? 0) ||
      b.jobs - a.jobs ||
      (a.id < b.id ? -1 : 1),
  );
  const listed = ranked.map(({ jobs: _jobs, against: _against, ...match }) => match);
  return {
    matches: listed.filter(({ reasons }) => isMatch(reasons)).slice(0, MATCHES_SHOWN),
    nearMisses: listed.filter(({ reasons }) => !isMatch(reasons)).slice(0, MATCHES_SHOWN),
  };
}

/** The fields of a request that matching uses, or null where no request has the id. */
export async function getMatchRequest(pool: pg.Pool, id: string): Promise<MatchRequest | null> {
  const { rows } = await pool.query<MatchRequest>(
    'select id, service_type as "serviceType", zip_valid as zip, state, is_demo as "isDemo" from service_requests where id = $1',
    [id],
  );
  return rows[0] ?? null;
}
