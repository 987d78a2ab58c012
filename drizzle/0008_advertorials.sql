CREATE TABLE "media_images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"uploaded_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "generation_jobs" ADD COLUMN "result" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "media_images_key" ON "media_images" USING btree ("key");--> statement-breakpoint
CREATE INDEX "media_images_newest" ON "media_images" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);