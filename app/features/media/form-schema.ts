import { z } from "zod";
import { MAX_IMAGE_ALT, MAX_IMAGE_NAME } from "./constants.ts";

/** What the server reads of the library's pages; the browser has no need of it. */

const placeSchema = z.tuple([z.iso.datetime(), z.uuid()]);

/** What the address of the list asks for; a place that cannot be read is the beginning. */
export function readImageFilters(query: URLSearchParams): {
  q: string;
  after: { createdAt: string; id: string } | null;
} {
  const { data } = placeSchema.safeParse(query.get("after")?.split("~"));
  return {
    q: (query.get("q") ?? "").trim().slice(0, 100),
    after: data ? { createdAt: data[0], id: data[1] } : null,
  };
}

export const imageFormSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    name: z
      .string()
      .trim()
      .min(1, { error: "Enter a name." })
      .max(MAX_IMAGE_NAME, { error: `A name has at most ${MAX_IMAGE_NAME} characters.` }),
    alt: z
      .string()
      .trim()
      .max(MAX_IMAGE_ALT, { error: `A description has at most ${MAX_IMAGE_ALT} characters.` }),
  }),
  z.object({ intent: z.literal("delete") }),
]);
