import { useEffect, useState } from "react";
import { z } from "zod";

const DELAY_MS = 400;

/**
 * What the server makes of something that is being typed: `{preview}` from a URL, asked for shortly
 * after the last key. Null while unknown, and for no URL.
 */
export function useFetchedPreview<T>(url: string | null, schema: z.ZodType<T>): T | null {
  const [preview, setPreview] = useState<T | null>(null);
  useEffect(() => {
    if (url === null) {
      setPreview(null);
      return;
    }
    const replySchema = z.object({ preview: schema.nullable() });
    const aborted = new AbortController();
    const timer = setTimeout(() => {
      void fetch(url, { signal: aborted.signal })
        .then((response) => response.json())
        .then((reply) => setPreview(replySchema.safeParse(reply).data?.preview ?? null))
        // Without a preview the generator itself says what it makes of the text.
        .catch(() => {});
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      aborted.abort();
    };
  }, [url, schema]);
  return preview;
}
