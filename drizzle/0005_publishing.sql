CREATE TABLE "ai_calls" (
	"job_id" uuid NOT NULL,
	"item" text NOT NULL,
	"state" text NOT NULL,
	"answer" text,
	"error" text,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"cost_cents" double precision DEFAULT 0 NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ai_calls_job_id_item_pk" PRIMARY KEY("job_id","item")
);
--> statement-breakpoint
CREATE TABLE "content_counts" (
	"content_id" uuid NOT NULL,
	"day" date NOT NULL,
	"name" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "content_counts_content_id_day_name_pk" PRIMARY KEY("content_id","day","name")
);
--> statement-breakpoint
CREATE TABLE "content_drafts" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"data" jsonb NOT NULL,
	"base_version" integer NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "content_drafts_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "content_versions" (
	"content_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"snapshot" jsonb NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "content_versions_content_id_version_pk" PRIMARY KEY("content_id","version")
);
--> statement-breakpoint
CREATE TABLE "generation_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"content_id" uuid,
	"input" jsonb NOT NULL,
	"generator" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"stage" text NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"error" text,
	"started_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "generation_jobs_state" CHECK ("generation_jobs"."state" in ('waiting', 'running', 'done', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "quiz_misses" (
	"quiz_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"hits" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quiz_misses_quiz_id_hash_pk" PRIMARY KEY("quiz_id","hash")
);
--> statement-breakpoint
CREATE TABLE "quiz_outcomes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"quiz_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"bias" double precision DEFAULT 0 NOT NULL,
	"weights" jsonb NOT NULL,
	"diagnosis_data" jsonb NOT NULL,
	"status" text DEFAULT 'pending_review' NOT NULL,
	"generator" text DEFAULT 'staff' NOT NULL,
	"reviewed_by" uuid,
	"approved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quiz_outcomes_status" CHECK ("quiz_outcomes"."status" in ('pending_review', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "quiz_safety_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"quiz_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"pattern" text NOT NULL,
	"urgency" text NOT NULL,
	"instruction" text NOT NULL,
	"status" text DEFAULT 'pending_review' NOT NULL,
	"generator" text DEFAULT 'staff' NOT NULL,
	"reviewed_by" uuid,
	"approved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quiz_safety_rules_status" CHECK ("quiz_safety_rules"."status" in ('pending_review', 'approved', 'rejected')),
	CONSTRAINT "quiz_safety_rules_pattern" CHECK (pattern <> '')
);
--> statement-breakpoint
CREATE TABLE "quiz_starters" (
	"slug" text PRIMARY KEY NOT NULL,
	"inserted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "advertorial_content" DROP CONSTRAINT "advertorial_content_slug_unique";--> statement-breakpoint
ALTER TABLE "quizzes" DROP CONSTRAINT "quizzes_slug_unique";--> statement-breakpoint
ALTER TABLE "advertorial_content" ADD COLUMN "previous_slugs" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "advertorial_content" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "advertorial_content" ADD COLUMN "topic" text;--> statement-breakpoint
ALTER TABLE "quiz_diagnoses" ADD COLUMN "pattern" text[] GENERATED ALWAYS AS (string_to_array(answer_combination_hash, ',')) STORED;--> statement-breakpoint
ALTER TABLE "quiz_diagnoses" ADD COLUMN "pairs" integer GENERATED ALWAYS AS (cardinality(string_to_array(answer_combination_hash, ','))) STORED;--> statement-breakpoint
ALTER TABLE "quiz_diagnoses" ADD COLUMN "priority" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "quiz_diagnoses" ADD COLUMN "generator" text DEFAULT 'staff' NOT NULL;--> statement-breakpoint
ALTER TABLE "quiz_diagnoses" ADD COLUMN "reviewed_by" uuid;--> statement-breakpoint
ALTER TABLE "quiz_diagnoses" ADD COLUMN "approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "previous_slugs" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "min_posterior" double precision DEFAULT 0.45 NOT NULL;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "min_margin" double precision DEFAULT 0.1 NOT NULL;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "topic" text;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_calls" ADD CONSTRAINT "ai_calls_job_id_generation_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."generation_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_drafts" ADD CONSTRAINT "content_drafts_user_id_staff_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_misses" ADD CONSTRAINT "quiz_misses_quiz_id_quizzes_id_fk" FOREIGN KEY ("quiz_id") REFERENCES "public"."quizzes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_outcomes" ADD CONSTRAINT "quiz_outcomes_quiz_id_quizzes_id_fk" FOREIGN KEY ("quiz_id") REFERENCES "public"."quizzes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_safety_rules" ADD CONSTRAINT "quiz_safety_rules_quiz_id_quizzes_id_fk" FOREIGN KEY ("quiz_id") REFERENCES "public"."quizzes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_calls_asked_at" ON "ai_calls" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "generation_jobs_content_id" ON "generation_jobs" USING btree ("content_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "generation_jobs_open" ON "generation_jobs" USING btree ("created_at") WHERE state in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "generation_jobs_started_by" ON "generation_jobs" USING btree ("started_by","created_at");--> statement-breakpoint
CREATE INDEX "quiz_misses_hits" ON "quiz_misses" USING btree ("quiz_id","hits" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "quiz_outcomes_quiz_id" ON "quiz_outcomes" USING btree ("quiz_id","position");--> statement-breakpoint
CREATE INDEX "quiz_safety_rules_quiz_id" ON "quiz_safety_rules" USING btree ("quiz_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "advertorial_content_slug" ON "advertorial_content" USING btree ("slug") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "advertorial_content_previous_slugs" ON "advertorial_content" USING gin ("previous_slugs");--> statement-breakpoint
CREATE INDEX "quiz_diagnoses_partial" ON "quiz_diagnoses" USING btree ("quiz_id","pairs") WHERE status = 'approved';--> statement-breakpoint
CREATE UNIQUE INDEX "quizzes_slug" ON "quizzes" USING btree ("slug") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "quizzes_previous_slugs" ON "quizzes" USING gin ("previous_slugs");--> statement-breakpoint
ALTER TABLE "quiz_diagnoses" ADD CONSTRAINT "quiz_diagnoses_hash" CHECK (answer_combination_hash <> '');--> statement-breakpoint
-- Published content is on cached pages: every instance drops them when it changes.
CREATE TRIGGER quizzes_content_changed AFTER INSERT OR UPDATE OR DELETE ON quizzes FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
--> statement-breakpoint
CREATE TRIGGER advertorial_content_content_changed AFTER INSERT OR UPDATE OR DELETE ON advertorial_content FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
