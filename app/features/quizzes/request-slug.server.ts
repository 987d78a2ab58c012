import { and, type SQL, sql } from "drizzle-orm";
import { serviceRequests } from "#app/db/tables/requests.server.ts";

const { additionalDetails } = serviceRequests;

/** SQL: the slug, at that time, of the quiz that a request came from; null without a quiz. */
export const QUIZ_SLUG = sql<string | null>`${additionalDetails}->>'quiz_slug'`;

/** SQL condition: requests that came from a quiz, and match; written as in the index of these. */
export const isFromQuiz = (condition?: SQL): SQL | undefined =>
  and(sql`${additionalDetails} ? 'quiz_slug'`, condition);
