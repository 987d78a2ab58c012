import { useCallback, useEffect, useRef, useState } from "react";
import { IMAGES_PATH } from "../../constants.ts";
import { type ImageList, imageListSchema, type LibraryImage, placeOf } from "../../schema.ts";
import { askLibrary } from "./ask-library.ts";

type Shown = ImageList & { q: string };

/** The images that match a search, the newest first. */
export function useImages(first?: ImageList) {
  const [shown, setShown] = useState<Shown | null>(first ? { ...first, q: "" } : null);
  const [isLoading, setLoading] = useState(!first);
  const [failure, setFailure] = useState<string>();
  const call = useRef<AbortController>(undefined);

  const load = useCallback(async (q: string, known: LibraryImage[]) => {
    call.current?.abort();
    call.current = new AbortController();
    const { signal } = call.current;
    setLoading(true);
    setFailure(undefined);
    const query = new URLSearchParams({
      ...(q ? { q } : {}),
      ...(known.length > 0 ? { after: placeOf(known.at(-1) as LibraryImage) } : {}),
    });
    try {
      const list = await askLibrary(`${IMAGES_PATH}?${query}`, imageListSchema, { signal });
      if (!signal.aborted)
        setShown({ q, images: [...known, ...list.images], hasMore: list.hasMore });
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
    more: () => load(shown?.q ?? "", shown?.images ?? []),
    /** An image that is new, or was changed. */
    put: (image: LibraryImage) =>
      setShown((before) => {
        const { images, ...rest } = before ?? { q: "", images: [], hasMore: false };
        const isKnown = images.some(({ id }) => id === image.id);
        return {
          ...rest,
          images: isKnown
            ? images.map((other) => (other.id === image.id ? image : other))
            : [image, ...images],
        };
      }),
    drop: (id: string) =>
      setShown(
        (before) =>
          before && { ...before, images: before.images.filter((image) => image.id !== id) },
      ),
  };
}
