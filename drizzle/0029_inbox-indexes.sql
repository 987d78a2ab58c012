ALTER TABLE "service_requests" ADD COLUMN "quiz_slug" text GENERATED ALWAYS AS (additional_details ->> 'quiz_slug') STORED;--> statement-breakpoint
CREATE INDEX "service_requests_assigned_open" ON "service_requests" USING btree ("assignee_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE assignee_id is not null and merged_into_id is null and status in ('new', 'contacted');--> statement-breakpoint
CREATE INDEX "service_requests_quiz_slug" ON "service_requests" USING btree ("quiz_slug","created_at") WHERE quiz_slug is not null;--> statement-breakpoint
CREATE INDEX "service_requests_tried" ON "service_requests" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'new' and first_attempt_at is not null and merged_into_id is null;--> statement-breakpoint
CREATE INDEX "customer_texts_handed_over_at" ON "customer_texts" USING btree ("handed_over_at") WHERE handed_over_at is not null;--> statement-breakpoint
-- The planner needs to know how many requests came from quizzes.
ANALYZE service_requests;
