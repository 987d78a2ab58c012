import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { type CamelCase, toCamelCase } from "#app/lib/camel-case.ts";
import { YES_NO } from "./quote/field-spec.ts";
import { FIELD_LIST, type FIELDS, type QuoteField } from "./quote/fields.ts";

type Table = typeof serviceRequests;
type Specs = typeof FIELDS;

/** Fields whose answers are stored in a column. */
export type ColumnField = {
  [F in QuoteField]: Specs[F] extends { record: string } ? F : never;
}[QuoteField];
type AnswerColumns = { [F in ColumnField]: Table[CamelCase<Specs[F]["record"]>] };

/** The columns with answers, by field, for `select`. */
export const ANSWER_COLUMNS = Object.fromEntries(
  FIELD_LIST.flatMap(([field, { record }]) =>
    record ? [[field, serviceRequests[toCamelCase(record) as keyof Table]]] : [],
  ),
) as AnswerColumns;

/**
 * A stored request's answers to the fields with columns, by their keys in the payload; none is
 * null.
 */
export const getColumnAnswers = (request: Table["$inferSelect"]) =>
  Object.fromEntries(
    FIELD_LIST.flatMap(([, { record, choices }]) => {
      if (!record) return [];
      const value = request[toCamelCase(record) as keyof typeof request];
      return [[record, value ?? (choices === YES_NO ? false : "")]];
    }),
  );
