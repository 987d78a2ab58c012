import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * Providers whose balance is not the sum of their ledger lines, or not the balance after the last
 * line, or whose lines are not numbered from 1 without gaps.
 */
export const listUnbalancedProviders = sqlStatement({
  params: {},
  row: {
    providerId: t.uuid(),
    credits: t.double(),
    ledger: t.double(),
    lastBalance: t.double(),
    lines: t.integer(),
    lastNumber: t.integer(),
  },
  sql: `
    select p.id as "providerId", p.credits::float8 as credits,
      coalesce(l.total, 0)::float8 as ledger, coalesce(l.last_balance, 0)::float8 as "lastBalance",
      coalesce(l.lines, 0) as lines, coalesce(l.last_number, 0) as "lastNumber"
    from providers p
    left join (
      select provider_id, sum(amount) as total, count(*)::int as lines,
        max(number) as last_number, (array_agg(balance order by number desc))[1] as last_balance
      from ledger_lines
      where account = 'provider' group by 1
    ) l on l.provider_id = p.id
    where p.credits <> coalesce(l.total, 0) or p.credits <> coalesce(l.last_balance, 0)
      or coalesce(l.lines, 0) <> coalesce(l.last_number, 0)`,
});

export const insertEntries = sqlStatement({
  params: {
    ids: t.uuidArray(),
    times: t.instantArray(),
    kinds: t.textArray(),
    actor: t.text(),
    note: t.orNull(t.text()),
  },
  row: {},
  sql: `
    insert into ledger_entries (id, at, kind, actor, note)
    select id, at, kind, :actor, :note
    from unnest(:ids::uuid[], :times::timestamptz[], :kinds::text[]) as e (id, at, kind)`,
});

/** Two lines for each entry: one for the provider, one for the offsetting account. */
export const insertLines = sqlStatement({
  params: {
    ids: t.uuidArray(),
    offsettingIds: t.uuidArray(),
    entryIds: t.uuidArray(),
    providerIds: t.uuidArray(),
    amounts: t.numericArray(),
    offsettingAccounts: t.textArray(),
  },
  row: {},
  sql: `
    with l as (
      select * from unnest(
        :ids::uuid[], :offsettingIds::uuid[], :entryIds::uuid[], :providerIds::uuid[],
        :amounts::numeric[], :offsettingAccounts::text[]
      ) as l (line_id, offsetting_id, entry_id, provider_id, amount, offsetting_account)
    )
    insert into ledger_lines (id, entry_id, account, provider_id, amount)
    select line_id, entry_id, 'provider', provider_id, amount from l
    union all
    select offsetting_id, entry_id, offsetting_account, null, -amount from l`,
});

export const addToBalances = sqlStatement({
  params: { providerIds: t.uuidArray(), amounts: t.numericArray() },
  /** `change`: by how much each balance changed. */
  row: { credits: t.numeric(), change: t.numeric() },
  sql: `
    update providers p set credits = p.credits + l.amount
    from (
      select provider_id, sum(amount) as amount
      from unnest(:providerIds::uuid[], :amounts::numeric[]) as l (provider_id, amount)
      group by 1
    ) l
    where p.id = l.provider_id
    returning p.credits, l.amount as change`,
});
