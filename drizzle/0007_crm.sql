CREATE TABLE "crm_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"location_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"refreshed_at" timestamp (3) with time zone,
	"refresh_error" text,
	"connected_at" timestamp (3) with time zone NOT NULL,
	"connected_by" text NOT NULL,
	"disconnected_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "crm_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "crm_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"without_order" integer NOT NULL,
	"undelivered" integer NOT NULL,
	"sampled" integer NOT NULL,
	"missing" integer NOT NULL,
	"request_ids" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "crm_stops" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contact_id" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "crm_stops_state" CHECK ("crm_stops"."state" in ('waiting', 'delivered', 'dead', 'lifted'))
);
--> statement-breakpoint
DROP INDEX "crm_outbox_request_id_target";--> statement-breakpoint
ALTER TABLE "crm_outbox" ADD COLUMN "progress" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "crm_targets" ADD COLUMN "day_started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "crm_targets" ADD COLUMN "day_calls" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "crm_connections_one" ON "crm_connections" USING btree ((disconnected_at is null)) WHERE disconnected_at is null;--> statement-breakpoint
CREATE INDEX "crm_reports_at" ON "crm_reports" USING btree ("at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "crm_stops_waiting" ON "crm_stops" USING btree ("contact_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "crm_stops_due" ON "crm_stops" USING btree ("next_attempt_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "crm_stops_contact_id" ON "crm_stops" USING btree ("contact_id","finished_at");--> statement-breakpoint
CREATE UNIQUE INDEX "crm_outbox_request_id" ON "crm_outbox" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "service_requests_ghl_contact_id" ON "service_requests" USING btree ("ghl_contact_id") WHERE ghl_contact_id is not null;--> statement-breakpoint
CREATE INDEX "service_requests_synced_phone_hash" ON "service_requests" USING btree ("phone_hash") WHERE ghl_contact_id is not null;--> statement-breakpoint
CREATE INDEX "service_requests_synced_email_hash" ON "service_requests" USING btree ("email_hash") WHERE ghl_contact_id is not null;