import { z } from "zod";

const text = z.string().trim().min(3);

const figureSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  what: text,
  /** The figure as it is in the files, with as many words around it as tell it from others. */
  shown: z.array(text).min(1),
  /** Files below content/. */
  pages: z.array(z.string().regex(/^[a-z-]+\/[a-z-]+\.(md|yaml)$/)).min(1),
  /** The name of the source as visitors read it beside the figure. */
  namedAs: text.optional(),
  /** When it was last compared with its source; null for never. */
  checked: z.strictObject({ date: z.iso.date().nullable(), source: text }),
});
export type Figure = z.infer<typeof figureSchema>;

/** content/figures.yaml */
export const figuresSchema = z
  .array(figureSchema)
  .refine(
    (figures) => new Set(figures.map(({ id }) => id)).size === figures.length,
    "two figures have the same id",
  );

/**
 * Whether a figure was last checked more than a year ago, or never.
 * @param today as YYYY-MM-DD
 */
export function isStale({ checked }: Pick<Figure, "checked">, today: string): boolean {
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
  return checked.date === null || checked.date < yearAgo;
}
