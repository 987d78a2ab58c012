import { useCallback, useEffect, useRef, useState } from "react";
import { IMAGES_PATH } from "../../constants.ts";
import {
  formatImageCursor,
  type ImageList,
  imageListSchema,
  type LibraryImage,
} from "../../schema.ts";
import { fetchLibrary } from "./fetch-library.ts";

type Shown = ImageList & { q: string };

/** The images that match a search, the newest first. */
export function useImages(first?: ImageList) {
  const [shown, setShown] = useState<Shown | null>(first ? { ...first, q: "" } : null);
  const [isLoading, setLoading] = useState(!first);
  const [failure, setFailure] = useState<string>();
  const call = useRef<AbortController>(undefined);

  const load = useCallback(async (q: string, loaded: LibraryImage[]) => {
    call.current?.abort();
    call.current = new AbortController();
    const { signal } = call.current;
    setLoading(true);
    setFailure(undefined);
    const query = new URLSearchParams({
      ...(q ? { q } : {}),
      ...(loaded.length > 0 ? { after: formatImageCursor(loaded.at(-1) as LibraryImage) } : {}),
    });
    try {
      const list = await fetchLibrary(`${IMAGES_PATH}?${query}`, imageListSchema, { signal });
      if (!signal.aborted)
        setShown({ q, images: [...loaded, ...list.images], hasMore: list.hasMore });
    } catch (error) {
      if (!signal.aborted) setFailure((error as Error).message);
    }
    if (!signal.aborted) setLoading(false);
  }, []);

  const isEmpty = !first;
  useEffect(() => {
    if (isEmpty) void load("", []);
    return () => call.current?.abort();
  }, [isEmpty, load]);

  return {
    shown,
    isLoading,
    failure,
    search: useCallback((q: string) => load(q, []), [load]),
    loadMore: () => load(shown?.q ?? "", shown?.images ?? []),
    /** Adds a new image, or replaces a changed one. */
    upsert: (image: LibraryImage) =>
      setShown((before) => {
        const { images, ...rest } = before ?? { q: "", images: [], hasMore: false };
        const isListed = images.some(({ id }) => id === image.id);
        return {
          ...rest,
          images: isListed
            ? images.map((other) => (other.id === image.id ? image : other))
            : [image, ...images],
        };
      }),
    remove: (id: string) =>
      setShown(
        (before) =>
          before && { ...before, images: before.images.filter((image) => image.id !== id) },
      ),
  };
}
