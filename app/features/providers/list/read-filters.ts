import { z } from "zod";
import { cursorSchema } from "#app/lib/cursor.ts";
import { STATUSES } from "../constants.ts";

const MAX_SEARCH_LENGTH = 100;

/**
 * The query string of the list; invalid values are ignored. `after` leads to older rows, `before` to
 * newer ones.
 */
const filtersSchema = z.object({
  q: z
    .string()
    .transform((text) => text.trim().slice(0, MAX_SEARCH_LENGTH))
    .catch(""),
  status: z.enum(["all", ...STATUSES]).catch("all"),
  after: cursorSchema,
  before: cursorSchema,
});
export type ListFilters = z.infer<typeof filtersSchema>;

export const readFilters = (params: URLSearchParams): ListFilters =>
  filtersSchema.parse(Object.fromEntries(params));
