import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** A table with hashes of contacts, or of customers' links: its columns of hashes and version. */
type HashTable = { table: string; hashes: readonly [string, string?]; version: string };

const REQUESTS: HashTable = {
  table: "service_requests",
  hashes: ["phone_hash", "email_hash"],
  version: "contact_key_version",
};
const REQUEST_KEYS: HashTable = {
  table: "request_keys",
  hashes: ["key_hash"],
  version: "key_version",
};
const SUPPRESSIONS: HashTable = {
  table: "suppressions",
  hashes: ["contact_hash"],
  version: "key_version",
};
const PROVIDER_OPT_OUTS: HashTable = {
  table: "provider_opt_outs",
  hashes: ["contact_hash"],
  version: "key_version",
};
const CALLS: HashTable = {
  table: "call_attributions",
  hashes: ["caller_hash"],
  version: "key_version",
};

/** Locks the next rows of an older version, by their ids. `other` is null in most tables. */
const lockOlder = ({ table, hashes: [hash, other = "null::text"], version }: HashTable) =>
  sqlStatement({
    params: { after: t.uuid(), version: t.integer(), limit: t.integer() },
    row: {
      id: t.uuid(),
      version: t.integer(),
      hash: t.orNull(t.text()),
      other: t.orNull(t.text()),
    },
    sql: `
      select id, ${version} as version, ${hash} as hash, ${other} as other from ${table}
      where id > :after and ${version} < :version::int
      order by id
      limit :limit::int
      for update`,
  });

/** Stores the hashes of locked rows, in the order of their ids. */
const storeUpgraded = ({ table, hashes: [hash, other], version }: HashTable) =>
  sqlStatement({
    params: {
      version: t.integer(),
      ids: t.uuidArray(),
      hashes: t.nullableTextArray(),
      others: t.nullableTextArray(),
    },
    row: {},
    sql: `
      update ${table} stored
      set ${version} = :version, ${hash} = upgraded.hash${other ? `, ${other} = upgraded.other` : ""}
      from unnest(:ids::uuid[], :hashes::text[], :others::text[]) as upgraded (id, hash, other)
      where stored.id = upgraded.id`,
  });

export const lockOlderRequests = lockOlder(REQUESTS);
export const storeUpgradedRequests = storeUpgraded(REQUESTS);
export const lockOlderRequestKeys = lockOlder(REQUEST_KEYS);
export const storeUpgradedRequestKeys = storeUpgraded(REQUEST_KEYS);
export const lockOlderSuppressions = lockOlder(SUPPRESSIONS);
export const storeUpgradedSuppressions = storeUpgraded(SUPPRESSIONS);
export const lockOlderProviderOptOuts = lockOlder(PROVIDER_OPT_OUTS);
export const storeUpgradedProviderOptOuts = storeUpgraded(PROVIDER_OPT_OUTS);
export const lockOlderCalls = lockOlder(CALLS);
export const storeUpgradedCalls = storeUpgraded(CALLS);

/** The newest version that is stored. */
export const findNewestVersion = sqlStatement({
  params: {},
  row: { version: t.orNull(t.integer()) },
  sql: "select max(version) as version from contact_keys",
});

/** Processes of the site that are connected: each has one connection that listens. */
export const countSiteProcesses = sqlStatement({
  params: {},
  row: { processes: t.integer() },
  sql: `
    select count(*)::int as processes from pg_stat_activity
    where datname = current_database() and application_name = 'henry-listen'`,
});
