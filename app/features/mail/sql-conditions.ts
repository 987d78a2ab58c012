/**
 * SQL: the mail of the kind `:mailKind` about this id was neither sent nor given up, and may be tried
 * at the instant `:now`.
 */
export const isMailDue = (subjectId: string): string => `(
  not exists (
    select from notifications n where n.kind = :mailKind and n.subject_id = ${subjectId}
  )
  and not exists (
    select from provider_mail_failures f
    where f.kind = :mailKind and f.subject_id = ${subjectId}
      and (f.given_up_at is not null or f.next_attempt_at > :now)
  ))`;
