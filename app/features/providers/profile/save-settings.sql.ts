import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** The names of a provider's integration keys. */
export const listKeyNames = sqlStatement({
  params: { providerId: t.uuid() },
  row: { name: t.text() },
  sql: `
    select jsonb_object_keys(coalesce(api_integration_keys, '{}')) as name
    from provider_settings where provider_id = :providerId`,
});

/** Adds encrypted keys to a provider's settings, or replaces those of the same names. */
export const upsertKeys = sqlStatement({
  params: { providerId: t.uuid(), keys: t.jsonb<Record<string, string>>(), now: t.instant() },
  row: {},
  sql: `
    insert into provider_settings (provider_id, api_integration_keys, updated_at)
    values (:providerId, :keys, :now)
    on conflict (provider_id) do update
    set api_integration_keys = coalesce(provider_settings.api_integration_keys, '{}')
        || excluded.api_integration_keys,
      updated_at = excluded.updated_at`,
});

/** Removes an integration key; changes no row where the provider does not have it. */
export const deleteKey = sqlStatement({
  params: { providerId: t.uuid(), name: t.text(), now: t.instant() },
  row: {},
  sql: `
    update provider_settings
    set api_integration_keys = api_integration_keys - :name::text, updated_at = :now
    where provider_id = :providerId and jsonb_exists(api_integration_keys, :name)`,
});
