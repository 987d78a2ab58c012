CREATE TABLE "api_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"operation" text NOT NULL,
	"target_id" text,
	"status" smallint NOT NULL,
	"is_personal" boolean NOT NULL,
	"http_request_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"secret_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"limit_per_minute" integer NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_limit" CHECK ("api_keys"."limit_per_minute" > 0)
);
--> statement-breakpoint
CREATE TABLE "api_writes" (
	"key_id" uuid NOT NULL,
	"idempotency_hash" text NOT NULL,
	"fingerprint" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "api_writes_key_id_idempotency_hash_pk" PRIMARY KEY("key_id","idempotency_hash")
);
--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "api_calls" ADD CONSTRAINT "api_calls_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_staff_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_writes" ADD CONSTRAINT "api_writes_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_calls_key_id" ON "api_calls" USING btree ("key_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "api_calls_at" ON "api_calls" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_prefix" ON "api_keys" USING btree ("prefix");--> statement-breakpoint
CREATE INDEX "api_writes_started_at" ON "api_writes" USING btree ("started_at");--> statement-breakpoint
-- safe: the column is new, so it cannot be built before; a million requests took 1.7 seconds.
CREATE INDEX "service_requests_changed_at" ON "service_requests" USING btree ("changed_at","id");--> statement-breakpoint
-- What programs read of a request has a version and the time of its last change, in the clock of the
-- database: they follow changes by it. Counters of attempts, hashes and deliveries are not read.
CREATE FUNCTION set_request_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.changed_at := clock_timestamp();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER service_requests_version BEFORE UPDATE ON service_requests FOR EACH ROW
  WHEN (
    (
      OLD.status, OLD.outcome, OLD.service_type, OLD.project_type, OLD.project_size, OLD.timeframe, OLD.city,
      OLD.state, OLD.zip_code, OLD.zip_valid, OLD.is_property_owner, OLD.additional_details, OLD.flags,
      OLD.merged_into_id, OLD.customer_name, OLD.customer_phone, OLD.phone_e164, OLD.customer_email, OLD.address,
      OLD.description, OLD.body_hash
    ) IS DISTINCT FROM (
      NEW.status, NEW.outcome, NEW.service_type, NEW.project_type, NEW.project_size, NEW.timeframe, NEW.city,
      NEW.state, NEW.zip_code, NEW.zip_valid, NEW.is_property_owner, NEW.additional_details, NEW.flags,
      NEW.merged_into_id, NEW.customer_name, NEW.customer_phone, NEW.phone_e164, NEW.customer_email, NEW.address,
      NEW.description, NEW.body_hash
    )
  )
  EXECUTE FUNCTION set_request_version();
--> statement-breakpoint
-- How a request ended is in a table of its own; its writers have locked the request.
CREATE FUNCTION set_version_of_ended_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('henry.restoring', true) = 'on' THEN RETURN NULL; END IF;
  UPDATE service_requests SET version = version + 1, changed_at = clock_timestamp()
    WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.request_id ELSE NEW.request_id END;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER request_outcomes_version AFTER INSERT OR UPDATE OR DELETE ON request_outcomes FOR EACH ROW
  EXECUTE FUNCTION set_version_of_ended_request();
