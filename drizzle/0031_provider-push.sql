ALTER TABLE "push_messages" DROP CONSTRAINT "push_messages_kind";--> statement-breakpoint
ALTER TABLE "push_subscriptions" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_users" ADD COLUMN "pushes_offers" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_users" ADD COLUMN "pushes_jobs" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_users" ADD COLUMN "pushes_messages" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "push_messages" ADD COLUMN "offer_id" uuid;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "provider_user_id" uuid;--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_provider_user_id_provider_users_id_fk" FOREIGN KEY ("provider_user_id") REFERENCES "public"."provider_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_messages_offer_id" ON "push_messages" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_provider_user_id" ON "push_subscriptions" USING btree ("provider_user_id");--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_kind" CHECK (case when offer_id is null then kind in ('emergency', 'returned', 'nobody-on-shift') else kind in ('new-offer', 'customer-yes', 'visit-changed', 'job-ended', 'message') end);--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_owner" CHECK ((user_id is null) <> (provider_user_id is null));