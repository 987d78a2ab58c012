-- Only names change: tables, columns, indexes, constraints, and one key in a jsonb column.
ALTER TABLE "crm_stops" RENAME TO "crm_opt_outs";--> statement-breakpoint
ALTER TABLE "crm_opt_outs" RENAME CONSTRAINT "crm_stops_pkey" TO "crm_opt_outs_pkey";--> statement-breakpoint
ALTER TABLE "crm_opt_outs" RENAME CONSTRAINT "crm_stops_state" TO "crm_opt_outs_state";--> statement-breakpoint
ALTER INDEX "crm_stops_waiting" RENAME TO "crm_opt_outs_waiting";--> statement-breakpoint
ALTER INDEX "crm_stops_due" RENAME TO "crm_opt_outs_due";--> statement-breakpoint
ALTER INDEX "crm_stops_contact_id" RENAME TO "crm_opt_outs_contact_id";--> statement-breakpoint
ALTER TABLE "suppressions" RENAME COLUMN "stopped_at" TO "opted_out_at";--> statement-breakpoint
ALTER TABLE "crm_reports" RENAME TO "crm_reconciliations";--> statement-breakpoint
ALTER TABLE "crm_reconciliations" RENAME CONSTRAINT "crm_reports_pkey" TO "crm_reconciliations_pkey";--> statement-breakpoint
ALTER TABLE "crm_reconciliations" RENAME COLUMN "without_order" TO "not_queued";--> statement-breakpoint
ALTER INDEX "crm_reports_at" RENAME TO "crm_reconciliations_at";--> statement-breakpoint
UPDATE "crm_reconciliations" SET "request_ids" = "request_ids" - 'withoutOrder' || jsonb_build_object('notQueued', "request_ids" -> 'withoutOrder') WHERE "request_ids" ? 'withoutOrder';--> statement-breakpoint
ALTER INDEX "crm_connections_one" RENAME TO "crm_connections_one_active";--> statement-breakpoint
ALTER TABLE "quiz_misses" RENAME TO "quiz_unmatched_answers";--> statement-breakpoint
ALTER TABLE "quiz_unmatched_answers" RENAME CONSTRAINT "quiz_misses_quiz_id_hash_pk" TO "quiz_unmatched_answers_quiz_id_hash_pk";--> statement-breakpoint
ALTER TABLE "quiz_unmatched_answers" RENAME CONSTRAINT "quiz_misses_quiz_id_quizzes_id_fk" TO "quiz_unmatched_answers_quiz_id_quizzes_id_fk";--> statement-breakpoint
ALTER INDEX "quiz_misses_hits" RENAME TO "quiz_unmatched_answers_hits";--> statement-breakpoint
ALTER TABLE "quiz_starters" RENAME TO "seed_quizzes";--> statement-breakpoint
ALTER TABLE "seed_quizzes" RENAME CONSTRAINT "quiz_starters_pkey" TO "seed_quizzes_pkey";--> statement-breakpoint
ALTER TABLE "seed_quizzes" RENAME CONSTRAINT "quiz_starters_quiz_id_quizzes_id_fk" TO "seed_quizzes_quiz_id_quizzes_id_fk";--> statement-breakpoint
ALTER TABLE "quiz_diagnoses" RENAME COLUMN "pairs" TO "answer_pair_count";--> statement-breakpoint
ALTER TABLE "ai_calls" RENAME COLUMN "asked_at" TO "called_at";--> statement-breakpoint
ALTER INDEX "ai_calls_asked_at" RENAME TO "ai_calls_called_at";--> statement-breakpoint
ALTER TABLE "offers" RENAME COLUMN "released_at" TO "customer_approved_at";--> statement-breakpoint
ALTER TABLE "offers" RENAME COLUMN "released_by" TO "customer_approval_recorded_by";--> statement-breakpoint
ALTER TABLE "offers" RENAME CONSTRAINT "offers_released" TO "offers_customer_approval";--> statement-breakpoint
ALTER INDEX "offers_unreleased" RENAME TO "offers_awaiting_customer";--> statement-breakpoint
ALTER TABLE "verification_evidence" RENAME COLUMN "what" TO "description";--> statement-breakpoint
ALTER INDEX "service_requests_named_email" RENAME TO "service_requests_property_contact_email";--> statement-breakpoint
ALTER INDEX "service_requests_named_phone" RENAME TO "service_requests_property_contact_phone";--> statement-breakpoint
-- PostgreSQL 18 and later name NOT NULL constraints after their table and column.
DO $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT t.relname AS "table", c.conname AS "before", t.relname || '_' || a.attname || '_not_null' AS "after"
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'n' AND t.relnamespace = 'public'::regnamespace
      AND t.relname IN ('crm_opt_outs', 'suppressions', 'crm_reconciliations', 'quiz_unmatched_answers', 'seed_quizzes', 'ai_calls', 'verification_evidence')
      AND c.conname <> t.relname || '_' || a.attname || '_not_null'
  LOOP
    EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT %I TO %I', found."table", found."before", found."after");
  END LOOP;
END $$;
