ALTER TABLE "offers" ADD COLUMN "contact_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "messages_done_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE offers SET contact_until = customer_approved_at + interval '30 days' WHERE customer_approved_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "jobs_provider_list" ON "jobs" USING btree ("provider_id",(case when stage in ('done', 'not-hired') then stage else 'open' end),"created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "offer_disputes_decided" ON "offer_disputes" USING btree ("decided_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE decided_at is not null;--> statement-breakpoint
CREATE INDEX "offers_provider_contact" ON "offers" USING btree ("provider_id","contact_until") WHERE state = 'accepted' and contact_until is not null;--> statement-breakpoint
CREATE INDEX "offers_job_id" ON "offers" USING btree ("job_id") WHERE job_id is not null;