CREATE TABLE "quiz_request_results" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"quiz_id" uuid NOT NULL,
	"answers" text[] NOT NULL,
	"result" jsonb NOT NULL,
	"cause_recorded_at" timestamp (3) with time zone,
	"cause_recorded_by" uuid,
	"cause" text,
	"cause_outcome_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quiz_weight_proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"quiz_id" uuid NOT NULL,
	"outcome_id" uuid NOT NULL,
	"cases" integer NOT NULL,
	"changes" jsonb NOT NULL,
	"status" text DEFAULT 'pending_review' NOT NULL,
	"generator" text DEFAULT 'staff' NOT NULL,
	"reviewed_by" uuid,
	"approved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quiz_weight_proposals_status" CHECK ("quiz_weight_proposals"."status" in ('pending_review', 'approved', 'rejected'))
);
--> statement-breakpoint
ALTER TABLE "quiz_request_results" ADD CONSTRAINT "quiz_request_results_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_request_results" ADD CONSTRAINT "quiz_request_results_quiz_id_quizzes_id_fk" FOREIGN KEY ("quiz_id") REFERENCES "public"."quizzes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_weight_proposals" ADD CONSTRAINT "quiz_weight_proposals_quiz_id_quizzes_id_fk" FOREIGN KEY ("quiz_id") REFERENCES "public"."quizzes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_weight_proposals" ADD CONSTRAINT "quiz_weight_proposals_outcome_id_quiz_outcomes_id_fk" FOREIGN KEY ("outcome_id") REFERENCES "public"."quiz_outcomes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quiz_request_results_recorded" ON "quiz_request_results" USING btree ("quiz_id","cause_recorded_at") WHERE cause_recorded_at is not null;--> statement-breakpoint
CREATE INDEX "quiz_weight_proposals_quiz_id" ON "quiz_weight_proposals" USING btree ("quiz_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "quiz_weight_proposals_one_pending" ON "quiz_weight_proposals" USING btree ("outcome_id") WHERE status = 'pending_review';