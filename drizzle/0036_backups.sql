CREATE TABLE "backup_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"trigger" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint,
	"rows" bigint,
	"verified_by" text,
	"reason" text,
	CONSTRAINT "backup_runs_state" CHECK ((state = 'running' and ended_at is null) or (state = 'ok' and ended_at is not null and verified_by is not null and bytes is not null) or (state = 'failed' and ended_at is not null and reason is not null))
);
--> statement-breakpoint
CREATE INDEX "backup_runs_started_at" ON "backup_runs" USING btree ("started_at" DESC NULLS LAST);