CREATE TABLE "provider_mail_failures" (
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"attempts" integer NOT NULL,
	"first_failed_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"given_up_at" timestamp (3) with time zone,
	CONSTRAINT "provider_mail_failures_kind_subject_id_pk" PRIMARY KEY("kind","subject_id")
);
--> statement-breakpoint
ALTER TABLE "customer_mails" DROP CONSTRAINT "customer_mails_state";--> statement-breakpoint
ALTER TABLE "request_messages" DROP CONSTRAINT "request_messages_author";--> statement-breakpoint
ALTER TABLE "consent_records" ADD COLUMN "link_id" uuid;--> statement-breakpoint
ALTER TABLE "consent_records" ADD COLUMN "link_origin" text;--> statement-breakpoint
ALTER TABLE "customer_codes" ADD COLUMN "contact_hash" text;--> statement-breakpoint
ALTER TABLE "customer_mails" ADD COLUMN "recipient_hash" text;--> statement-breakpoint
CREATE INDEX "provider_opt_outs_opted_out_at" ON "provider_opt_outs" USING btree ("opted_out_at");--> statement-breakpoint
CREATE INDEX "suppressions_opted_out_at" ON "suppressions" USING btree ("opted_out_at");--> statement-breakpoint
CREATE INDEX "notifications_kind_subject_id" ON "notifications" USING btree ("kind","subject_id");--> statement-breakpoint
CREATE INDEX "appointments_updated_at" ON "appointments" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "offers_customer_approved_at" ON "offers" USING btree ("customer_approved_at") WHERE state = 'accepted' and customer_approved_at is not null;--> statement-breakpoint
CREATE INDEX "customer_codes_contact" ON "customer_codes" USING btree ("contact_hash","created_at");--> statement-breakpoint
CREATE INDEX "customer_mails_recipient" ON "customer_mails" USING btree ("recipient_hash","finished_at") WHERE recipient_hash is not null;--> statement-breakpoint
CREATE INDEX "request_events_corrections" ON "request_events" USING btree ("request_id") WHERE kind in ('corrected', 'phone-changed');--> statement-breakpoint
CREATE INDEX "request_events_erasure_noted" ON "request_events" USING btree ("at") WHERE kind = 'erasure-noted';--> statement-breakpoint
ALTER TABLE "customer_mails" ADD CONSTRAINT "customer_mails_state" CHECK ("customer_mails"."state" in ('waiting', 'held', 'sent', 'dead', 'dropped'));--> statement-breakpoint
ALTER TABLE "request_messages" ADD CONSTRAINT "request_messages_author" CHECK ("request_messages"."author" in ('customer', 'staff', 'provider', 'unknown'));