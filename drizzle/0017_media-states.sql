ALTER TABLE "media_images" ADD COLUMN "state" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "media_images" ADD COLUMN "lease_id" uuid;--> statement-breakpoint
ALTER TABLE "media_images" ADD COLUMN "lease_until" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "media_images" SET "state" = 'deleted' WHERE "deleted_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "media_images_unpublished" ON "media_images" USING btree ("state") WHERE "media_images"."state" <> 'published';--> statement-breakpoint
ALTER TABLE "media_images" ADD CONSTRAINT "media_images_state" CHECK ("media_images"."state" in ('reserved', 'published', 'deleted', 'orphaned'));--> statement-breakpoint
ALTER TABLE "media_images" ADD CONSTRAINT "media_images_deleted_at" CHECK (("media_images"."state" = 'deleted') = ("media_images"."deleted_at" is not null));--> statement-breakpoint
ALTER TABLE "media_images" ADD CONSTRAINT "media_images_lease" CHECK (("media_images"."lease_id" is null) = ("media_images"."lease_until" is null) and ("media_images"."state" <> 'reserved' or "media_images"."lease_id" is not null));