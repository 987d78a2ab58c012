CREATE TABLE "contact_keys" (
	"version" integer PRIMARY KEY NOT NULL,
	"encrypted_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_opt_outs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" uuid NOT NULL,
	"contact_hash" text NOT NULL,
	"key_version" smallint DEFAULT 1 NOT NULL,
	"source" text NOT NULL,
	"opted_out_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "appointments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"state" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"sequence" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "appointments_state" CHECK ("appointments"."state" in ('held', 'booked', 'canceled')),
	CONSTRAINT "appointments_order" CHECK ("appointments"."starts_at" < "appointments"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"rating" smallint NOT NULL,
	"words" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"hidden_at" timestamp (3) with time zone,
	"hidden_by" uuid,
	"hidden_reason" text,
	CONSTRAINT "reviews_rating" CHECK ("reviews"."rating" between 1 and 5),
	CONSTRAINT "reviews_hidden" CHECK ((hidden_at is null) = (hidden_reason is null) and hidden_reason in ('personal-data', 'abuse'))
);
--> statement-breakpoint
CREATE TABLE "customer_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"code_hash" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "customer_mails_state" CHECK ("customer_mails"."state" in ('waiting', 'sent', 'dead', 'dropped'))
);
--> statement-breakpoint
CREATE TABLE "inbound_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"key_version" smallint DEFAULT 1 NOT NULL,
	"purpose" text DEFAULT 'page' NOT NULL,
	"made_for" text NOT NULL,
	"made_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "request_keys_purpose" CHECK ("request_keys"."purpose" in ('page', 'reply'))
);
--> statement-breakpoint
CREATE TABLE "request_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"author" text NOT NULL,
	"author_id" uuid,
	"offer_id" uuid,
	"text" text NOT NULL,
	"channel" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "request_messages_author" CHECK ("request_messages"."author" in ('customer', 'staff', 'provider')),
	CONSTRAINT "request_messages_channel" CHECK ("request_messages"."channel" in ('page', 'mail', 'portal'))
);
--> statement-breakpoint
CREATE TABLE "request_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"image" "bytea" NOT NULL,
	"thumbnail" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_windows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "consent_records_service_request_id";--> statement-breakpoint
ALTER TABLE "consent_records" ADD COLUMN "kind" text DEFAULT 'request' NOT NULL;--> statement-breakpoint
ALTER TABLE "consent_records" ADD COLUMN "company" text;--> statement-breakpoint
ALTER TABLE "consent_records" ADD COLUMN "provider_id" uuid;--> statement-breakpoint
ALTER TABLE "consent_records" ADD COLUMN "offer_id" uuid;--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "key_version" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "scope" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "staff_call_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "contact_key_version" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_opt_outs" ADD CONSTRAINT "provider_opt_outs_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_codes" ADD CONSTRAINT "customer_codes_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_mails" ADD CONSTRAINT "customer_mails_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_keys" ADD CONSTRAINT "request_keys_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_keys" ADD CONSTRAINT "request_keys_made_by_staff_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_messages" ADD CONSTRAINT "request_messages_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_photos" ADD CONSTRAINT "request_photos_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_windows" ADD CONSTRAINT "request_windows_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_opt_outs_contact_hash" ON "provider_opt_outs" USING btree ("contact_hash","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "appointments_offer_id" ON "appointments" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "appointments_request_id" ON "appointments" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_request_id" ON "reviews" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "reviews_provider_id" ON "reviews" USING btree ("provider_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "customer_codes_request_id" ON "customer_codes" USING btree ("request_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_mails_subject" ON "customer_mails" USING btree ("request_id","kind","subject_id");--> statement-breakpoint
CREATE INDEX "customer_mails_due" ON "customer_mails" USING btree ("next_attempt_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "inbound_mails_received_at" ON "inbound_mails" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "request_keys_key_hash" ON "request_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "request_keys_request_id" ON "request_keys" USING btree ("request_id","created_at");--> statement-breakpoint
CREATE INDEX "request_messages_request_id" ON "request_messages" USING btree ("request_id","created_at");--> statement-breakpoint
CREATE INDEX "request_photos_request_id" ON "request_photos" USING btree ("request_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "request_windows_request_id" ON "request_windows" USING btree ("request_id","starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "consent_records_offer_id" ON "consent_records" USING btree ("offer_id") WHERE offer_id is not null;--> statement-breakpoint
CREATE INDEX "consent_records_later" ON "consent_records" USING btree ("service_request_id","created_at") WHERE kind <> 'request';--> statement-breakpoint
CREATE INDEX "service_requests_closed_at" ON "service_requests" USING btree ("closed_at") WHERE closed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "consent_records_service_request_id" ON "consent_records" USING btree ("service_request_id") WHERE kind = 'request';--> statement-breakpoint
ALTER TABLE "consent_records" ADD CONSTRAINT "consent_records_kind" CHECK ("consent_records"."kind" in ('request', 'named', 'phone') and (kind = 'named') = (offer_id is not null) and (kind = 'named') = (provider_id is not null) and (kind = 'named') = (company is not null));--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_scope" CHECK ("suppressions"."scope" in ('all', 'company'));--> statement-breakpoint
ALTER TABLE "service_requests" ADD CONSTRAINT "service_requests_outcome" CHECK ("service_requests"."outcome" in ('canceled-by-customer', 'stopped-by-customer'));--> statement-breakpoint
-- One job at a time for a provider. A canceled visit frees its time.
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_one_at_a_time"
  EXCLUDE USING gist ("provider_id" WITH =, tstzrange("starts_at", "ends_at") WITH &&)
  WHERE ("state" <> 'canceled');
--> statement-breakpoint
-- Customers who were waiting for a call before this version still do.
UPDATE "offers" SET "staff_call_due_at" = "decided_at"
  WHERE "state" = 'accepted' AND "customer_approved_at" IS NULL;
