CREATE TABLE "consent_chain" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"record_id" uuid NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consent_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"service_request_id" uuid NOT NULL,
	"status" text NOT NULL,
	"text_id" text,
	"text_version" integer,
	"text_sha256" text,
	"rendered_text" text,
	"purpose" text NOT NULL,
	"name" text NOT NULL,
	"phone_raw" text NOT NULL,
	"phone_e164" text,
	"page_url" text,
	"form_version" text,
	"ip" text,
	"user_agent" text,
	"gpc" boolean NOT NULL,
	"shown_at" timestamp (3) with time zone,
	"agreed_at" timestamp (3) with time zone,
	"visible_ms" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"record_hash" text NOT NULL,
	CONSTRAINT "consent_records_status" CHECK ("consent_records"."status" in ('captured', 'not captured'))
);
--> statement-breakpoint
CREATE TABLE "consent_texts" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"version" integer NOT NULL,
	"sha256" text NOT NULL,
	"rendered_text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"contact_hash" text NOT NULL,
	"source" text NOT NULL,
	"stopped_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "crm_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"outbox_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"http_status" integer,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "crm_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"target" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"last_status" integer,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "crm_outbox_state" CHECK ("crm_outbox"."state" in ('waiting', 'held', 'delivered', 'dead'))
);
--> statement-breakpoint
CREATE TABLE "crm_targets" (
	"target" text PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'closed' NOT NULL,
	"reason" text,
	"since" timestamp (3) with time zone NOT NULL,
	"next_probe_at" timestamp (3) with time zone,
	"consecutive_failures" integer DEFAULT 0 NOT NULL,
	"recent_calls" timestamp (3) with time zone[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "providers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_name" text NOT NULL,
	"contact_name" text NOT NULL,
	"contact_email" text,
	"phone" text NOT NULL,
	"business_address" text,
	"business_city" text,
	"business_state" text,
	"business_zip" text,
	"service_categories" text[] DEFAULT '{}'::text[] NOT NULL,
	"service_area_zips" text[] DEFAULT '{}'::text[] NOT NULL,
	"verification_status" text DEFAULT 'pending' NOT NULL,
	"verified_until" timestamp (3) with time zone,
	"credits" numeric(12, 2) DEFAULT 0 NOT NULL,
	"reputation" numeric(3, 2),
	"jobs_completed" integer DEFAULT 0 NOT NULL,
	"stripe_customer_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "providers_verification_status" CHECK ("providers"."verification_status" in ('pending', 'verified', 'rejected', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "service_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_reference" text,
	"idempotency_key" text,
	"body_hash" text NOT NULL,
	"customer_name" text NOT NULL,
	"customer_phone" text NOT NULL,
	"customer_email" text,
	"address" text,
	"city" text,
	"state" text,
	"zip_code" text,
	"service_type" text NOT NULL,
	"project_type" text NOT NULL,
	"project_size" text NOT NULL,
	"timeframe" text,
	"description" text,
	"is_property_owner" boolean,
	"send_template" text,
	"additional_details" jsonb NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"ghl_contact_id" text,
	"phone_e164" text,
	"email_normalized" text,
	"zip_valid" text,
	"phone_hash" text,
	"email_hash" text,
	"flags" text[] DEFAULT '{}'::text[] NOT NULL,
	"gpc" boolean DEFAULT false NOT NULL,
	"client_created_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "service_requests_status" CHECK ("service_requests"."status" in ('new', 'contacted', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text,
	"changes" jsonb,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"hits" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text
);
--> statement-breakpoint
ALTER TABLE "consent_chain" ADD CONSTRAINT "consent_chain_record_id_consent_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."consent_records"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_records" ADD CONSTRAINT "consent_records_text_id_consent_texts_id_fk" FOREIGN KEY ("text_id") REFERENCES "public"."consent_texts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_attempts" ADD CONSTRAINT "crm_attempts_outbox_id_crm_outbox_id_fk" FOREIGN KEY ("outbox_id") REFERENCES "public"."crm_outbox"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_outbox" ADD CONSTRAINT "crm_outbox_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "consent_chain_record_id" ON "consent_chain" USING btree ("record_id");--> statement-breakpoint
CREATE UNIQUE INDEX "consent_records_service_request_id" ON "consent_records" USING btree ("service_request_id");--> statement-breakpoint
CREATE INDEX "consent_records_created_at" ON "consent_records" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "consent_texts_purpose_sha256" ON "consent_texts" USING btree ("purpose","sha256");--> statement-breakpoint
CREATE INDEX "suppressions_contact_hash" ON "suppressions" USING btree ("contact_hash","stopped_at");--> statement-breakpoint
CREATE INDEX "crm_attempts_outbox_id" ON "crm_attempts" USING btree ("outbox_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "crm_outbox_request_id_target" ON "crm_outbox" USING btree ("request_id","target");--> statement-breakpoint
CREATE INDEX "crm_outbox_due" ON "crm_outbox" USING btree ("target","next_attempt_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "providers_service_area_zips" ON "providers" USING gin ("service_area_zips");--> statement-breakpoint
CREATE UNIQUE INDEX "service_requests_idempotency_key" ON "service_requests" USING btree ("idempotency_key");--> statement-breakpoint
CREATE INDEX "service_requests_created_at_id" ON "service_requests" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "service_requests_phone_e164" ON "service_requests" USING btree ("phone_e164","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("entity","entity_id");