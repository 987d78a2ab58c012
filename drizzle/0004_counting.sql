ALTER TABLE "service_requests" ADD COLUMN "synced_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "service_requests" r SET "synced_at" = coalesce((SELECT min(o.delivered_at) FROM "crm_outbox" o WHERE o.request_id = r.id), r.created_at)
WHERE r.ghl_contact_id IS NOT NULL OR EXISTS (SELECT FROM "crm_outbox" o WHERE o.request_id = r.id AND o.state = 'delivered');--> statement-breakpoint
CREATE INDEX "notifications_kind_recipient_id" ON "notifications" USING btree ("kind","recipient_id","sent_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "service_requests_synced_at" ON "service_requests" USING btree ("synced_at") WHERE synced_at is not null;--> statement-breakpoint
-- A larger sample of the search column: the planner then knows words that many requests hold, and walks the newest rows for them.
ALTER TABLE "service_requests" ALTER COLUMN "search_text" SET STATISTICS 1000;
