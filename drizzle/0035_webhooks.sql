CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"last_attempt_at" timestamp (3) with time zone,
	"last_status" smallint,
	"last_error" text,
	"last_ms" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_state" CHECK ("webhook_deliveries"."state" in ('waiting', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" text NOT NULL,
	"earlier_secret" text,
	"earlier_secret_until" timestamp (3) with time zone,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"pause_reason" text,
	CONSTRAINT "webhook_endpoints_paused" CHECK ((paused_at is null) = (pause_reason is null) and pause_reason in ('staff', 'failures', 'gone'))
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"data" jsonb NOT NULL,
	"transaction_id" bigint NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_created_by_staff_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","next_attempt_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint_id" ON "webhook_deliveries" USING btree ("endpoint_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event_id" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_once" ON "webhook_events" USING btree ("subject_id","type","transaction_id","occurred_at");--> statement-breakpoint
CREATE INDEX "webhook_events_occurred_at" ON "webhook_events" USING btree ("occurred_at");--> statement-breakpoint
-- Stores an event for the endpoints that want it, in the transaction of the change: it is sent exactly
-- if the change is committed. A row that one transaction changes several times is one event with the
-- latest data.
CREATE FUNCTION record_webhook_event(event_type text, subject uuid, event_data jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  event uuid;
  is_new boolean;
BEGIN
  INSERT INTO webhook_events AS e (id, type, subject_id, data, transaction_id, occurred_at)
    VALUES (gen_random_uuid(), event_type, subject, event_data, txid_current(), now())
    ON CONFLICT (subject_id, type, transaction_id, occurred_at) DO UPDATE SET data = excluded.data
    RETURNING e.id, e.xmax = 0 INTO event, is_new;
  IF is_new THEN
    INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_attempt_at, created_at)
      SELECT gen_random_uuid(), w.id, event, now(), now() FROM webhook_endpoints w
      WHERE event_type = ANY (w.events)
      -- One that is being removed is left out: the change must neither fail nor reach it.
      FOR KEY SHARE;
  END IF;
END $$;
--> statement-breakpoint
-- Whether any endpoint wants one of these events. Most sites have no endpoint: then a change costs
-- this look into an empty table.
CREATE FUNCTION wants_webhook_event(VARIADIC types text[]) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF current_setting('henry.restoring', true) = 'on' THEN RETURN false; END IF;
  RETURN EXISTS (SELECT FROM webhook_endpoints WHERE events && types);
END $$;
--> statement-breakpoint
CREATE FUNCTION record_request_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event_data jsonb := jsonb_build_object('id', NEW.id, 'version', NEW.version);
BEGIN
  IF NEW.is_demo OR NOT wants_webhook_event('request.created', 'request.updated') THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    -- A request that is changed where it is created is only created.
    UPDATE webhook_events SET data = event_data
      WHERE subject_id = NEW.id AND type = 'request.created' AND transaction_id = txid_current();
    IF FOUND THEN RETURN NULL; END IF;
  END IF;
  IF wants_webhook_event(TG_ARGV[0]) THEN
    PERFORM record_webhook_event(TG_ARGV[0], NEW.id, event_data);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER service_requests_webhook_created AFTER INSERT ON service_requests FOR EACH ROW
  EXECUTE FUNCTION record_request_webhook('request.created');
--> statement-breakpoint
CREATE TRIGGER service_requests_webhook_updated AFTER UPDATE ON service_requests FOR EACH ROW
  WHEN (OLD.version IS DISTINCT FROM NEW.version)
  EXECUTE FUNCTION record_request_webhook('request.updated');
--> statement-breakpoint
CREATE FUNCTION is_demo_request(request uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM service_requests WHERE id = request AND is_demo)
$$;
--> statement-breakpoint
CREATE FUNCTION record_offer_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF wants_webhook_event(TG_ARGV[0]) AND NOT is_demo_request(NEW.request_id) THEN
    PERFORM record_webhook_event(TG_ARGV[0], NEW.id, jsonb_build_object(
      'id', NEW.id, 'request_id', NEW.request_id, 'provider_id', NEW.provider_id, 'state', NEW.state,
      'customer_approved', NEW.customer_approved_at IS NOT NULL
    ));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER offers_webhook_created AFTER INSERT ON offers FOR EACH ROW
  EXECUTE FUNCTION record_offer_webhook('offer.created');
--> statement-breakpoint
CREATE TRIGGER offers_webhook_updated AFTER UPDATE ON offers FOR EACH ROW
  WHEN (
    (OLD.state, OLD.customer_approved_at IS NULL) IS DISTINCT FROM (NEW.state, NEW.customer_approved_at IS NULL)
  )
  EXECUTE FUNCTION record_offer_webhook('offer.updated');
--> statement-breakpoint
CREATE FUNCTION record_review_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF wants_webhook_event(TG_ARGV[0]) AND NOT is_demo_request(NEW.request_id) THEN
    PERFORM record_webhook_event(TG_ARGV[0], NEW.id, jsonb_build_object(
      'id', NEW.id, 'request_id', NEW.request_id, 'provider_id', NEW.provider_id, 'rating', NEW.rating,
      'is_hidden', NEW.hidden_at IS NOT NULL
    ));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reviews_webhook_created AFTER INSERT ON reviews FOR EACH ROW
  EXECUTE FUNCTION record_review_webhook('review.created');
--> statement-breakpoint
CREATE TRIGGER reviews_webhook_updated AFTER UPDATE ON reviews FOR EACH ROW
  WHEN ((OLD.hidden_at IS NULL) <> (NEW.hidden_at IS NULL))
  EXECUTE FUNCTION record_review_webhook('review.updated');
--> statement-breakpoint
-- The requests that a phone number or an email address sent before it opted out, the newest hundred.
-- As in notify_requests_of_contact, only the hashes of requests that the CRM has are indexed: of the
-- others, those of the last 14 days that are open are compared.
CREATE FUNCTION list_requests_of_contact(contact text, opted_out timestamptz) RETURNS uuid[]
  LANGUAGE sql STABLE SET enable_seqscan = off AS $$
  SELECT ARRAY(
    SELECT id FROM (
      SELECT id, created_at FROM service_requests
      WHERE ghl_contact_id IS NOT NULL AND phone_hash = contact AND NOT is_demo
      UNION
      SELECT id, created_at FROM service_requests
      WHERE ghl_contact_id IS NOT NULL AND email_hash = contact AND NOT is_demo
      UNION
      SELECT id, created_at FROM service_requests
      WHERE status IN ('new', 'contacted') AND created_at > opted_out - interval '14 days'
        AND contact IN (phone_hash, email_hash) AND NOT is_demo
    ) found
    WHERE created_at <= opted_out ORDER BY created_at DESC, id LIMIT 100
  )
$$;
--> statement-breakpoint
CREATE FUNCTION record_opt_out_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  scope text := CASE WHEN TG_TABLE_NAME = 'provider_opt_outs' THEN 'provider' ELSE to_jsonb(NEW) ->> 'scope' END;
BEGIN
  IF wants_webhook_event('opt_out.created') THEN
    PERFORM record_webhook_event('opt_out.created', NEW.id, jsonb_build_object(
      'id', NEW.id, 'scope', scope, 'provider_id', to_jsonb(NEW) -> 'provider_id',
      'request_ids', to_jsonb(list_requests_of_contact(NEW.contact_hash, NEW.opted_out_at))
    ));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER suppressions_webhook AFTER INSERT ON suppressions FOR EACH ROW
  EXECUTE FUNCTION record_opt_out_webhook();
--> statement-breakpoint
CREATE TRIGGER provider_opt_outs_webhook AFTER INSERT ON provider_opt_outs FOR EACH ROW
  EXECUTE FUNCTION record_opt_out_webhook();
