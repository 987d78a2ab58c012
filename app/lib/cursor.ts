import { z } from "zod";

/** A position between two rows of a list that is ordered by time and id. */
export type Cursor = { at: Date; id: string };

/** A cursor in the query string of a list: milliseconds and id. Anything else becomes undefined. */
export const cursorSchema = z
  .string()
  .regex(/^\d{1,14}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .transform((text) => ({ at: new Date(Number(text.split(".")[0])), id: text.split(".")[1] ?? "" }))
  .optional()
  .catch(undefined);

export const formatCursor = ({ at, id }: Cursor): string => `${at.getTime()}.${id}`;
