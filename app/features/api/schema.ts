import { z } from "zod";
import { type Cursor, formatCursor } from "#app/lib/cursor.ts";

const MAX_PAGE = 100;
const DEFAULT_PAGE = 25;
const CURSOR_LENGTH = 60;

/** Names of schemas in the document. */
export const schemaNames = z.registry<{ id: string }>();
export const named = <T extends z.ZodType>(id: string, schema: T): T => {
  schemaNames.add(schema, { id });
  return schema;
};

/** A point in time, in UTC. */
export const instant = (description: string) => z.iso.datetime().describe(description);
export const formatInstant = (at: Date): string => at.toISOString();
export const formatOptionalInstant = (at: Date | null): string | null => at?.toISOString() ?? null;

export const noInput = z.strictObject({});
export const idParams = (noun: string) =>
  z.strictObject({ id: z.uuid().toLowerCase().describe(`The id of the ${noun}.`) });

/** The parameters of a list. */
export const pageQuery = {
  limit: z.coerce
    .number<string>({ error: `Use a whole number from 1 to ${MAX_PAGE}.` })
    .int({ error: `Use a whole number from 1 to ${MAX_PAGE}.` })
    .min(1, { error: `Use a whole number from 1 to ${MAX_PAGE}.` })
    .max(MAX_PAGE, { error: `Use a whole number from 1 to ${MAX_PAGE}.` })
    .default(DEFAULT_PAGE)
    .describe("How many rows one page has at most."),
  cursor: z
    .string()
    .max(CURSOR_LENGTH)
    .regex(/^\d{1,14}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, {
      error: "Send the previous page's next_cursor, unchanged.",
    })
    .optional()
    .describe("The previous page's next_cursor, unchanged. Without it the first page."),
};

export const nextCursor = z
  .string()
  .nullable()
  .describe("Send it as cursor for the following page; null on the last one.");

export const formatNext = (next: Cursor | null): string | null => next && formatCursor(next);

/** A position that `pageQuery` has checked. */
export function parseCursor(cursor: string | undefined): Cursor | undefined {
  if (cursor === undefined) return undefined;
  const [ms, id = ""] = cursor.split(".");
  return { at: new Date(Number(ms)), id };
}
