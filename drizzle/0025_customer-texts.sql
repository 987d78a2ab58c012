CREATE TABLE "customer_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"handed_over_at" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "customer_texts_offer_id_unique" UNIQUE("offer_id"),
	CONSTRAINT "customer_texts_state" CHECK ("customer_texts"."state" in ('waiting', 'sent', 'dead', 'dropped'))
);
--> statement-breakpoint
CREATE TABLE "inbound_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sid_hash" text NOT NULL,
	"is_unmatched" boolean DEFAULT false NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "inbound_texts_sid_hash_unique" UNIQUE("sid_hash")
);
--> statement-breakpoint
ALTER TABLE "request_messages" DROP CONSTRAINT "request_messages_channel";--> statement-breakpoint
ALTER TABLE "customer_texts" ADD CONSTRAINT "customer_texts_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_texts" ADD CONSTRAINT "customer_texts_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_texts_request_id" ON "customer_texts" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "customer_texts_due" ON "customer_texts" USING btree ("next_attempt_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "inbound_texts_unmatched" ON "inbound_texts" USING btree ("id") WHERE is_unmatched;--> statement-breakpoint
ALTER TABLE "request_messages" ADD CONSTRAINT "request_messages_channel" CHECK ("request_messages"."channel" in ('page', 'mail', 'portal', 'text'));