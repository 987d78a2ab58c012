ALTER TABLE "quiz_starters" ADD COLUMN "quiz_id" uuid;--> statement-breakpoint
ALTER TABLE "quiz_starters" ADD COLUMN "content_hash" text;--> statement-breakpoint
ALTER TABLE "quiz_starters" ADD COLUMN "base_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "quiz_starters" ADD COLUMN "replaced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "quiz_starters" ADD COLUMN "is_newer_available" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "quiz_starters" ADD CONSTRAINT "quiz_starters_quiz_id_quizzes_id_fk" FOREIGN KEY ("quiz_id") REFERENCES "public"."quizzes"("id") ON DELETE set null ON UPDATE no action;