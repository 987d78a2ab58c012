import { z } from "zod";
import { MAX_IMAGE_ALT, MAX_IMAGE_NAME } from "./constants.ts";

// Schemas of the library's requests, for the server only.

const cursorSchema = z.tuple([z.iso.datetime(), z.uuid()]);

/** The filters in the URL of the list; an invalid cursor means the start. */
export function readImageFilters(query: URLSearchParams): {
  q: string;
  after: { createdAt: string; id: string } | null;
} {
  const { data } = cursorSchema.safeParse(query.get("after")?.split("~"));
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
