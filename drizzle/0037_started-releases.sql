CREATE TABLE "started_releases" (
	"version" text NOT NULL,
	"commit" text NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "started_releases_version_commit_pk" PRIMARY KEY("version","commit")
);
