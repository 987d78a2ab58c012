CREATE TABLE "private_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"checksums" jsonb NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "private_files_state" CHECK ("private_files"."state" in ('reserved', 'stored', 'deleted', 'orphaned')),
	CONSTRAINT "private_files_deleted_at" CHECK (("private_files"."state" = 'deleted') = ("private_files"."deleted_at" is not null)),
	CONSTRAINT "private_files_reserved" CHECK ("private_files"."state" <> 'reserved' or "private_files"."lease_until" is not null)
);
--> statement-breakpoint
ALTER TABLE "request_photos" ALTER COLUMN "image" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "request_photos" ALTER COLUMN "thumbnail" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_documents" ALTER COLUMN "file" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "request_photos" ADD COLUMN "file_id" uuid;--> statement-breakpoint
ALTER TABLE "provider_documents" ADD COLUMN "file_id" uuid;--> statement-breakpoint
CREATE INDEX "private_files_not_stored" ON "private_files" USING btree ("created_at") WHERE "private_files"."state" <> 'stored';--> statement-breakpoint
-- safe: photos and papers are few, and their bytes are not read.
ALTER TABLE "request_photos" ADD CONSTRAINT "request_photos_file_id_private_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."private_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- safe: photos and papers are few, and their bytes are not read.
ALTER TABLE "provider_documents" ADD CONSTRAINT "provider_documents_file_id_private_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."private_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- safe: photos and papers are few, and their bytes are not read.
CREATE UNIQUE INDEX "request_photos_file_id" ON "request_photos" USING btree ("file_id");--> statement-breakpoint
-- safe: photos and papers are few, and their bytes are not read.
CREATE UNIQUE INDEX "provider_documents_file_id" ON "provider_documents" USING btree ("file_id");--> statement-breakpoint
-- safe: photos and papers are few, and their bytes are not read.
ALTER TABLE "request_photos" ADD CONSTRAINT "request_photos_image" CHECK (("request_photos"."image" is null) = ("request_photos"."thumbnail" is null) and ("request_photos"."image" is not null or "request_photos"."file_id" is not null));--> statement-breakpoint
-- safe: photos and papers are few, and their bytes are not read.
ALTER TABLE "provider_documents" ADD CONSTRAINT "provider_documents_file" CHECK ("provider_documents"."file" is not null or "provider_documents"."file_id" is not null);--> statement-breakpoint
-- Whoever deletes a photo or a paper, in whatever way, has its objects deleted.
CREATE FUNCTION release_private_file() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE private_files SET state = 'deleted', deleted_at = clock_timestamp(), lease_until = NULL
  WHERE id = OLD.file_id AND state <> 'deleted';
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER request_photos_release_file AFTER DELETE ON request_photos FOR EACH ROW
  WHEN (OLD.file_id IS NOT NULL) EXECUTE FUNCTION release_private_file();--> statement-breakpoint
CREATE TRIGGER request_photos_replace_file AFTER UPDATE OF file_id ON request_photos FOR EACH ROW
  WHEN (OLD.file_id IS NOT NULL AND NEW.file_id IS DISTINCT FROM OLD.file_id)
  EXECUTE FUNCTION release_private_file();--> statement-breakpoint
CREATE TRIGGER provider_documents_release_file AFTER DELETE ON provider_documents FOR EACH ROW
  WHEN (OLD.file_id IS NOT NULL) EXECUTE FUNCTION release_private_file();--> statement-breakpoint
CREATE TRIGGER provider_documents_replace_file AFTER UPDATE OF file_id ON provider_documents FOR EACH ROW
  WHEN (OLD.file_id IS NOT NULL AND NEW.file_id IS DISTINCT FROM OLD.file_id)
  EXECUTE FUNCTION release_private_file();
