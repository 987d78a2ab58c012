import { formatQuantity } from "#app/lib/format-values.ts";

/** Describes an event of photos for a request's timeline; undefined for other kinds of events. */
export function formatPhotoEvent(
  kind: string,
  { count }: Record<string, unknown>,
): string | undefined {
  const photos = formatQuantity(Number(count) || 1, "photo");
  return {
    "photo-added": `The customer added ${photos}`,
    "photo-removed": `The customer removed ${photos}`,
  }[kind];
}
