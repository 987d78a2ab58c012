CREATE TABLE "redirects" (
	"from_path" text PRIMARY KEY NOT NULL,
	"to_path" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "redirects_from_path" CHECK ("redirects"."from_path" like '/%' and "redirects"."from_path" not like '%?%'),
	CONSTRAINT "redirects_to_path" CHECK ("redirects"."to_path" like '/%' and "redirects"."to_path" not like '//%' and "redirects"."to_path" <> "redirects"."from_path")
);
