import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import type { ImageUse } from "./schema.ts";

/**
 * Images whose name or description contains a pattern, newest first, after a cursor. The order of
 * nulls matches the index: otherwise PostgreSQL would sort the whole library.
 */
export const searchImages = sqlStatement({
  params: {
    /** The searched text, escaped for `ilike`. */
    pattern: t.text(),
    afterTime: t.orNull(t.instant()),
    afterId: t.orNull(t.uuid()),
    limit: t.integer(),
  },
  row: {
    id: t.uuid(),
    key: t.text(),
    name: t.text(),
    alt: t.text(),
    width: t.integer(),
    height: t.integer(),
    bytes: t.integer(),
    createdAt: t.instant(),
  },
  sql: `
    select id, key, name, alt, width, height, bytes, created_at as "createdAt"
    from media_images
    where state = 'published'
      and (:pattern = '' or name ilike '%' || :pattern || '%' or alt ilike '%' || :pattern || '%')
      and (:afterTime::timestamptz is null or (created_at, id) < (:afterTime, :afterId::uuid))
    order by created_at desc nulls last, id desc nulls last
    limit :limit::int`,
});

/**
 * Articles whose content has an image's URL, including deleted ones that can still be restored, and
 * unsaved drafts.
 */
export const listImageUses = sqlStatement({
  params: { url: t.text(), deletedSince: t.instant() },
  row: { title: t.text(), slug: t.orNull(t.text()), state: t.text<ImageUse["state"]>() },
  sql: `
    select title, slug, case when deleted_at is null then 'article' else 'deleted' end as state
    from advertorial_content
    where strpos(content_data::text, :url) > 0
      and (deleted_at is null or deleted_at >= :deletedSince)
    union all
    select coalesce(nullif(trim(d.data->>'title'), ''), a.title, 'A new article'), a.slug, 'draft'
    from content_drafts d
    left join advertorial_content a on a.id::text = split_part(d.key, '~', 1)
    where strpos(d.data::text, :url) > 0
    order by state, title`,
});
