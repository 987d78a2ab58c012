ALTER TABLE "customer_mails" DROP CONSTRAINT "customer_mails_state";--> statement-breakpoint
ALTER TABLE "request_messages" DROP CONSTRAINT "request_messages_author";--> statement-breakpoint
ALTER TABLE "customer_codes" ADD COLUMN "contact_hash" text;--> statement-breakpoint
ALTER TABLE "customer_mails" ADD COLUMN "recipient_hash" text;--> statement-breakpoint
CREATE INDEX "customer_codes_contact" ON "customer_codes" USING btree ("contact_hash","created_at");--> statement-breakpoint
CREATE INDEX "customer_mails_recipient" ON "customer_mails" USING btree ("recipient_hash","finished_at") WHERE recipient_hash is not null;--> statement-breakpoint
ALTER TABLE "customer_mails" ADD CONSTRAINT "customer_mails_state" CHECK ("customer_mails"."state" in ('waiting', 'held', 'sent', 'dead', 'dropped'));--> statement-breakpoint
ALTER TABLE "request_messages" ADD CONSTRAINT "request_messages_author" CHECK ("request_messages"."author" in ('customer', 'staff', 'provider', 'unknown'));