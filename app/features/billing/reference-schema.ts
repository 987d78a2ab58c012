import { z } from "zod";

/** An id of another object at Stripe, or that object where it was expanded. */
export const referenceSchema = z.union([
  z.string(),
  z.object({ id: z.string() }).transform(({ id }) => id),
]);
