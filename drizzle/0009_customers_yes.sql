ALTER TABLE "offers" DROP CONSTRAINT "offers_state";--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "released_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "released_by" text;--> statement-breakpoint
CREATE INDEX "offers_unreleased" ON "offers" USING btree ("request_id") WHERE state = 'accepted' and released_at is null;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_released" CHECK ((released_at is null) = (released_by is null) and (released_at is null or state = 'accepted'));--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_state" CHECK ("offers"."state" in ('open', 'accepted', 'declined', 'expired', 'withdrawn', 'refused'));--> statement-breakpoint
-- Until now accepting showed the customer's details at once: these offers count as released, and their timelines keep saying so.
UPDATE "offers" SET "released_at" = coalesce("decided_at", "created_at"), "released_by" = 'before' WHERE "state" = 'accepted';
--> statement-breakpoint
UPDATE "request_events" SET "detail" = "detail" || '{"shared": true}' WHERE "kind" = 'offer-accepted';
