CREATE TABLE "credit_purchases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" uuid NOT NULL,
	"bought_by" uuid,
	"credits" numeric(12, 2) NOT NULL,
	"cents" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"checkout_session_id" text,
	"payment_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "credit_purchases_state" CHECK ("credit_purchases"."state" in ('open', 'paid', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "payment_reversals" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"chargeback" text DEFAULT 'none' NOT NULL,
	"chargeback_cents" bigint DEFAULT 0 NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"reversed_credits" numeric(12, 2) DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_reversals_chargeback" CHECK ("payment_reversals"."chargeback" in ('none', 'open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "offer_disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"offer_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"claim" text NOT NULL,
	"words" text,
	"facts" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"decision" text,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"answer" text,
	CONSTRAINT "offer_disputes_decision" CHECK ("offer_disputes"."decision" in ('granted', 'refused')),
	CONSTRAINT "offer_disputes_decided" CHECK ((decided_at is null) = (decision is null) and (decided_at is null) = (decided_by is null))
);
--> statement-breakpoint
CREATE TABLE "provider_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"provider_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_by" text NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"used_by" uuid,
	CONSTRAINT "provider_invitations_role" CHECK ("provider_invitations"."role" in ('member', 'owner'))
);
--> statement-breakpoint
CREATE TABLE "provider_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_sign_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid,
	"invitation_id" uuid,
	"name" text,
	"link_hash" text,
	"code_hash" text,
	"browser_hash" text NOT NULL,
	"code_failures" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"mailed_at" timestamp (3) with time zone,
	"mail_attempts" smallint DEFAULT 0 NOT NULL,
	"next_mail_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"confirmed_browser_hash" text,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"mails_offers" boolean DEFAULT true NOT NULL,
	"mails_jobs" boolean DEFAULT true NOT NULL,
	"mails_messages" boolean DEFAULT true NOT NULL,
	"mails_credits" boolean DEFAULT false NOT NULL,
	"totp_secret" text,
	"totp_confirmed_at" timestamp (3) with time zone,
	"totp_last_step" integer,
	"recovery_codes" text[] DEFAULT '{}'::text[] NOT NULL,
	"code_failures" integer DEFAULT 0 NOT NULL,
	"codes_locked_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone,
	CONSTRAINT "provider_users_role" CHECK ("provider_users"."role" in ('member', 'owner'))
);
--> statement-breakpoint
CREATE TABLE "provider_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" uuid NOT NULL,
	"changes" jsonb NOT NULL,
	"requested_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"refusal" text,
	CONSTRAINT "provider_changes_state" CHECK ("provider_changes"."state" in ('pending', 'accepted', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "provider_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"issuer" text NOT NULL,
	"valid_until" date NOT NULL,
	"content_type" text NOT NULL,
	"file" "bytea" NOT NULL,
	"uploaded_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"refusal" text,
	"evidence_id" uuid,
	CONSTRAINT "provider_documents_state" CHECK ("provider_documents"."state" in ('pending', 'accepted', 'refused'))
);
--> statement-breakpoint
DROP INDEX "ledger_lines_provider_id";--> statement-breakpoint
ALTER TABLE "ledger_lines" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "ledger_lines" ADD COLUMN "balance" numeric(12, 2);--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "stage" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "stage_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "not_hired_reason" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "paid_amount" numeric(12, 2);--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "match_reasons" jsonb;--> statement-breakpoint
ALTER TABLE "provider_settings" ADD COLUMN "paused_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "provider_settings" ADD COLUMN "max_offers_per_day" smallint;--> statement-breakpoint
ALTER TABLE "provider_settings" ADD COLUMN "offer_hours" jsonb;--> statement-breakpoint
ALTER TABLE "provider_settings" ADD COLUMN "areas" jsonb;--> statement-breakpoint
ALTER TABLE "credit_purchases" ADD CONSTRAINT "credit_purchases_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_purchases" ADD CONSTRAINT "credit_purchases_bought_by_provider_users_id_fk" FOREIGN KEY ("bought_by") REFERENCES "public"."provider_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_disputes" ADD CONSTRAINT "offer_disputes_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_disputes" ADD CONSTRAINT "offer_disputes_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_disputes" ADD CONSTRAINT "offer_disputes_created_by_provider_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."provider_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_invitations" ADD CONSTRAINT "provider_invitations_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_invitations" ADD CONSTRAINT "provider_invitations_invited_by_provider_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."provider_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_invitations" ADD CONSTRAINT "provider_invitations_used_by_provider_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."provider_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_sessions" ADD CONSTRAINT "provider_sessions_user_id_provider_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."provider_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_sign_ins" ADD CONSTRAINT "provider_sign_ins_user_id_provider_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."provider_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_sign_ins" ADD CONSTRAINT "provider_sign_ins_invitation_id_provider_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."provider_invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_users" ADD CONSTRAINT "provider_users_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_changes" ADD CONSTRAINT "provider_changes_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_changes" ADD CONSTRAINT "provider_changes_requested_by_provider_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."provider_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_documents" ADD CONSTRAINT "provider_documents_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_documents" ADD CONSTRAINT "provider_documents_uploaded_by_provider_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."provider_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_documents" ADD CONSTRAINT "provider_documents_evidence_id_verification_evidence_id_fk" FOREIGN KEY ("evidence_id") REFERENCES "public"."verification_evidence"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_purchases_provider_id" ON "credit_purchases" USING btree ("provider_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "credit_purchases_payment_id" ON "credit_purchases" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offer_disputes_offer_id" ON "offer_disputes" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "offer_disputes_provider_id" ON "offer_disputes" USING btree ("provider_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "offer_disputes_open" ON "offer_disputes" USING btree ("due_at") WHERE decided_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_invitations_token_hash" ON "provider_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "provider_invitations_provider_id" ON "provider_invitations" USING btree ("provider_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "provider_sessions_token_hash" ON "provider_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "provider_sessions_user_id" ON "provider_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "provider_sessions_expires_at" ON "provider_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_sign_ins_link_hash" ON "provider_sign_ins" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "provider_sign_ins_browser_hash" ON "provider_sign_ins" USING btree ("browser_hash");--> statement-breakpoint
CREATE INDEX "provider_sign_ins_email" ON "provider_sign_ins" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "provider_sign_ins_expires_at" ON "provider_sign_ins" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_users_email" ON "provider_users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "provider_users_provider_id" ON "provider_users" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "provider_changes_provider_id" ON "provider_changes" USING btree ("provider_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "provider_changes_one_pending" ON "provider_changes" USING btree ("provider_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "provider_documents_provider_id" ON "provider_documents" USING btree ("provider_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "provider_documents_pending" ON "provider_documents" USING btree ("created_at") WHERE state = 'pending';--> statement-breakpoint
-- Lines from before get their places in the order in which they were posted.
ALTER TABLE ledger_lines DISABLE TRIGGER ledger_lines_append_only;--> statement-breakpoint
UPDATE ledger_lines l SET number = o.number, balance = o.balance
FROM (
  SELECT l.id, row_number() OVER w AS number, sum(l.amount) OVER w AS balance
  FROM ledger_lines l JOIN ledger_entries e ON e.id = l.entry_id
  WHERE l.account = 'provider'
  WINDOW w AS (PARTITION BY l.provider_id ORDER BY e.at, e.id ROWS UNBOUNDED PRECEDING)
) o
WHERE o.id = l.id;--> statement-breakpoint
ALTER TABLE ledger_lines ENABLE TRIGGER ledger_lines_append_only;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_lines_provider_number" ON "ledger_lines" USING btree ("provider_id","number");--> statement-breakpoint
CREATE INDEX "stripe_events_payment" ON "stripe_events" USING btree ((detail ->> 'payment')) WHERE detail ->> 'payment' is not null;--> statement-breakpoint
CREATE INDEX "offers_provider_open" ON "offers" USING btree ("provider_id","expires_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "offers_provider_accepted" ON "offers" USING btree ("provider_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE state = 'accepted';--> statement-breakpoint
ALTER TABLE "ledger_lines" ADD CONSTRAINT "ledger_lines_has_number" CHECK ((account = 'provider') = (number is not null));--> statement-breakpoint
ALTER TABLE "ledger_lines" ADD CONSTRAINT "ledger_lines_has_balance" CHECK ((account = 'provider') = (balance is not null));--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_stage" CHECK ("jobs"."stage" in ('started', 'done', 'not-hired'));--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_not_hired" CHECK ((not_hired_reason is null) or (stage = 'not-hired'));--> statement-breakpoint
-- Each line of a provider gets the next place in their statement, and the balance after it. The lock of
-- the provider's row makes concurrent entries wait for each other.
CREATE FUNCTION number_ledger_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last record;
BEGIN
  -- A restored backup has its numbers.
  IF NEW.account <> 'provider' OR NEW.number IS NOT NULL THEN
    RETURN NEW;
  END IF;
  PERFORM FROM providers WHERE id = NEW.provider_id FOR NO KEY UPDATE;
  SELECT number, balance INTO last FROM ledger_lines
  WHERE provider_id = NEW.provider_id ORDER BY number DESC LIMIT 1;
  NEW.number := coalesce(last.number, 0) + 1;
  NEW.balance := coalesce(last.balance, 0) + NEW.amount;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_lines_number BEFORE INSERT ON ledger_lines FOR EACH ROW EXECUTE FUNCTION number_ledger_line();
