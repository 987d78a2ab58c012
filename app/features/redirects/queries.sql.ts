import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

export const getRedirect = sqlStatement({
  name: "find-redirect",
  params: { path: t.text() },
  row: { toPath: t.orNull(t.text()) },
  sql: 'select to_path as "toPath" from redirects where from_path = :path',
});
