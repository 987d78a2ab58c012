-- Only names and stored words change. The audit log is append-only: its rows keep the old words.
ALTER TABLE "staff_password_tries" RENAME TO "staff_password_attempts";--> statement-breakpoint
ALTER TABLE "staff_password_attempts" RENAME CONSTRAINT "staff_password_tries_pkey" TO "staff_password_attempts_pkey";--> statement-breakpoint
ALTER TABLE "audit_log" RENAME COLUMN "request_id" TO "http_request_id";--> statement-breakpoint
ALTER TABLE "quiz_unmatched_answers" RENAME COLUMN "hits" TO "visit_count";--> statement-breakpoint
ALTER INDEX "quiz_unmatched_answers_hits" RENAME TO "quiz_unmatched_answers_visit_count";--> statement-breakpoint
UPDATE "ai_calls" SET "state" = 'sent' WHERE "state" = 'asked';--> statement-breakpoint
UPDATE "generation_jobs" SET "result" = "result" - 'takenAt' || jsonb_build_object('dismissedAt', "result" -> 'takenAt') WHERE "result" ? 'takenAt';--> statement-breakpoint
ALTER TABLE "crm_opt_outs" DROP CONSTRAINT "crm_opt_outs_state";--> statement-breakpoint
UPDATE "crm_opt_outs" SET "state" = 'superseded' WHERE "state" = 'lifted';--> statement-breakpoint
ALTER TABLE "crm_opt_outs" ADD CONSTRAINT "crm_opt_outs_state" CHECK ("crm_opt_outs"."state" in ('waiting', 'delivered', 'dead', 'superseded'));--> statement-breakpoint
ALTER TABLE "offers" DROP CONSTRAINT "offers_state";--> statement-breakpoint
UPDATE "offers" SET "state" = 'customer-declined' WHERE "state" = 'refused';--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_state" CHECK ("offers"."state" in ('open', 'accepted', 'declined', 'expired', 'withdrawn', 'customer-declined'));--> statement-breakpoint
-- PostgreSQL 18 and later name NOT NULL constraints after their table and column.
DO $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT t.relname AS "table", c.conname AS "before", t.relname || '_' || a.attname || '_not_null' AS "after"
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'n' AND t.relnamespace = 'public'::regnamespace
      AND t.relname IN ('staff_password_attempts', 'quiz_unmatched_answers')
      AND c.conname <> t.relname || '_' || a.attname || '_not_null'
  LOOP
    EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT %I TO %I', found."table", found."before", found."after");
  END LOOP;
END $$;
