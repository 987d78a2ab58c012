import type pg from "pg";
import { RESTORE_DAYS } from "#app/features/settings/retention.ts";
import { IMAGES_AT_ONCE } from "./constants.ts";
import type { ImageList, ImageUse, LibraryImage } from "./schema.ts";

export const IMAGE_COLUMNS = `id, key, name, alt, width, height, bytes, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;

type ListOptions = { q: string; after: { createdAt: string; id: string } | null };

/** Pictures whose name or description has the words, the newest first, from a place on. */
export async function listImages(pool: pg.Pool, { q, after }: ListOptions): Promise<ImageList> {
  const { rows } = await pool.query<LibraryImage>(
    `select ${IMAGE_COLUMNS} from media_images
     where state = 'published' and ($1 = '' or name ilike '%' || $1 || '%' or alt ilike '%' || $1 || '%')
       and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::uuid))
     order by created_at desc nulls last, id desc nulls last limit $4`,
    [q.replace(/[\\%_]/g, "\\$&"), after?.createdAt ?? null, after?.id ?? null, IMAGES_AT_ONCE + 1],
  );
  return { images: rows.slice(0, IMAGES_AT_ONCE), hasMore: rows.length > IMAGES_AT_ONCE };
}

/**
 * Articles that show a picture, also those that can still be brought back, and what somebody has
 * typed and not saved.
 */
export async function listUses(
  tx: pg.PoolClient,
  { key, now }: { key: string; now: Date },
): Promise<ImageUse[]> {
  const { rows } = await tx.query<ImageUse>(
    `select title, slug, case when deleted_at is null then 'article' else 'deleted' end as state from advertorial_content
       where strpos(content_data::text, $1) > 0 and (deleted_at is null or deleted_at >= $2::timestamptz - make_interval(days => $3))
     union all
     select coalesce(nullif(trim(d.data->>'title'), ''), a.title, 'A new article'), a.slug, 'draft' from content_drafts d left join advertorial_content a on a.id::text = split_part(d.key, '~', 1)
       where strpos(d.data::text, $1) > 0
     order by state, title`,
    [`/media/${key}-`, now, RESTORE_DAYS],
  );
  return rows;
}
