import { z } from "zod";

/** An image of the library, as staff see it. */
export const libraryImageSchema = z.object({
  id: z.uuid(),
  key: z.string(),
  name: z.string(),
  alt: z.string(),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  /** ISO 8601. */
  createdAt: z.string(),
});
export type LibraryImage = z.infer<typeof libraryImageSchema>;

/** The cursor after an image, for a URL. */
export const formatImageCursor = ({ createdAt, id }: Pick<LibraryImage, "createdAt" | "id">) =>
  `${createdAt}~${id}`;
export const imageListSchema = z.object({
  images: z.array(libraryImageSchema),
  hasMore: z.boolean(),
});
export type ImageList = z.infer<typeof imageListSchema>;

export const uploadReplySchema = z.union([
  z.object({
    ok: z.literal(true),
    image: libraryImageSchema,
    /** False where the library already had the same file. */
    isNew: z.boolean(),
  }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);
export type UploadReply = z.infer<typeof uploadReplySchema>;

const useSchema = z.object({
  title: z.string(),
  /** Null for a draft that was never saved. */
  slug: z.string().nullable(),
  state: z.enum(["article", "deleted", "draft"]),
});
/** Where an image is used. */
export type ImageUse = z.infer<typeof useSchema>;

export const imageFormReplySchema = z.union([
  z.object({ ok: z.literal(true), image: libraryImageSchema.nullable() }),
  z.object({ ok: z.literal(false), message: z.string(), uses: z.array(useSchema).default([]) }),
]);
export type ImageFormReply = z.infer<typeof imageFormReplySchema>;
