CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"reference" text,
	"actor" text NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "ledger_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"account" text NOT NULL,
	"provider_id" uuid,
	"amount" numeric(12, 2) NOT NULL,
	CONSTRAINT "ledger_lines_provider" CHECK ((account = 'provider') = (provider_id is not null))
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"token_hash" text NOT NULL,
	"cost" numeric(12, 2) NOT NULL,
	"job_id" uuid,
	"bid_id" uuid,
	"offered_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"refund_reason" text,
	"refunded_at" timestamp (3) with time zone,
	CONSTRAINT "offers_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "offers_state" CHECK ("offers"."state" in ('open', 'accepted', 'declined', 'expired', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "verification_evidence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" uuid NOT NULL,
	"check" text NOT NULL,
	"what" text NOT NULL,
	"checked_by" text NOT NULL,
	"valid_until" date,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "payments_subscriptions" ADD COLUMN "event_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "proposed_status" text;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "proposed_reason" text;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(company_name || ' ' || contact_name || ' ' || coalesce(business_city, '') || ' ' || regexp_replace(phone, '\D', '', 'g'))) STORED;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_lines" ADD CONSTRAINT "ledger_lines_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_bid_id_bids_id_fk" FOREIGN KEY ("bid_id") REFERENCES "public"."bids"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_evidence" ADD CONSTRAINT "verification_evidence_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_reference" ON "ledger_entries" USING btree ("kind","reference") WHERE reference is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_at" ON "ledger_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "ledger_lines_entry_id" ON "ledger_lines" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "ledger_lines_provider_id" ON "ledger_lines" USING btree ("provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_one_open" ON "offers" USING btree ("request_id") WHERE state in ('open', 'accepted');--> statement-breakpoint
CREATE INDEX "offers_provider_id" ON "offers" USING btree ("provider_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "offers_request_id" ON "offers" USING btree ("request_id","created_at");--> statement-breakpoint
CREATE INDEX "offers_expires_at" ON "offers" USING btree ("expires_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "verification_evidence_provider_id" ON "verification_evidence" USING btree ("provider_id","created_at" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "providers_created_at_id" ON "providers" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "providers_status_created_at" ON "providers" USING btree ("verification_status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "providers_search_text" ON "providers" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "providers_stripe_customer_id" ON "providers" USING btree ("stripe_customer_id");--> statement-breakpoint
ALTER TABLE "providers" ALTER COLUMN "search_text" SET STATISTICS 1000;
--> statement-breakpoint
-- The ledger: rows are only added, and at the end of each transaction every entry sums up to zero.
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_lines_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION check_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM ledger_lines WHERE entry_id = NEW.entry_id) <> 0 THEN
    RAISE EXCEPTION 'the ledger entry % does not balance', NEW.entry_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_lines_balance AFTER INSERT ON ledger_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();
--> statement-breakpoint
-- Credits that stood in the table before there was a ledger.
WITH opened AS (SELECT gen_random_uuid() AS entry_id, id AS provider_id, credits FROM providers WHERE credits <> 0),
  entries AS (INSERT INTO ledger_entries (id, at, kind, reference, actor) SELECT entry_id, now(), 'opening', provider_id::text, 'migration' FROM opened)
INSERT INTO ledger_lines (id, entry_id, account, provider_id, amount)
SELECT gen_random_uuid(), entry_id, 'provider', provider_id, credits FROM opened
UNION ALL SELECT gen_random_uuid(), entry_id, 'opening', NULL, -credits FROM opened;
