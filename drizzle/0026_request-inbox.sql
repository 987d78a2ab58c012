CREATE TABLE "source_visits" (
	"day" date NOT NULL,
	"source" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "source_visits_day_source_pk" PRIMARY KEY("day","source")
);
--> statement-breakpoint
CREATE TABLE "contact_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"actor_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"channel" text NOT NULL,
	"result" text NOT NULL,
	"rule" text,
	"reason" text,
	"replaced" jsonb,
	CONSTRAINT "contact_attempts_channel" CHECK ("contact_attempts"."channel" in ('call', 'text', 'email')),
	CONSTRAINT "contact_attempts_result" CHECK ("contact_attempts"."result" in ('reached', 'no-answer', 'voicemail', 'wrong-number', 'sent')),
	CONSTRAINT "contact_attempts_rule" CHECK ("contact_attempts"."rule" in ('hours', 'cap')),
	CONSTRAINT "contact_attempts_reason" CHECK ("contact_attempts"."rule" is null or "contact_attempts"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "request_outcomes" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"reached" boolean,
	"connected" boolean,
	"hired" boolean,
	"value" numeric(12, 2),
	"lost_reason" text,
	"recorded_by" uuid,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "request_outcomes_lost_reason" CHECK ("request_outcomes"."lost_reason" in ('not-reached', 'chose-another', 'too-expensive', 'no-provider', 'not-needed', 'outside-area', 'spam', 'other')),
	CONSTRAINT "request_outcomes_value" CHECK ("request_outcomes"."value" >= 0)
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" smallint PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"encrypted_private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_keys_one_row" CHECK ("push_keys"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "push_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"request_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "push_messages_kind" CHECK ("push_messages"."kind" in ('emergency', 'returned', 'nobody-on-shift')),
	CONSTRAINT "push_messages_state" CHECK ("push_messages"."state" in ('waiting', 'sent', 'dropped', 'dead'))
);
--> statement-breakpoint
CREATE TABLE "push_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"quiet_from" smallint,
	"quiet_to" smallint,
	"time_zone" text NOT NULL,
	"alarms_when_quiet" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_preferences_quiet_hours" CHECK (("push_preferences"."quiet_from" is null) = ("push_preferences"."quiet_to" is null) and "push_preferences"."quiet_from" between 0 and 1439 and "push_preferences"."quiet_to" between 0 and 1439 and "push_preferences"."quiet_from" <> "push_preferences"."quiet_to")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"encrypted_keys" text NOT NULL,
	"browser_hash" text NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_success_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "inbox_alarms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"request_id" uuid NOT NULL,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"acknowledged_by" uuid,
	"acknowledged_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "inbox_alarms_kind" CHECK ("inbox_alarms"."kind" in ('emergency', 'returned', 'waiting'))
);
--> statement-breakpoint
CREATE TABLE "staff_availability" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"away_until" timestamp (3) with time zone,
	"on_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_shifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"weekday" integer NOT NULL,
	"from_minutes" integer NOT NULL,
	"to_minutes" integer NOT NULL,
	CONSTRAINT "staff_shifts_weekday" CHECK ("staff_shifts"."weekday" between 0 and 6),
	CONSTRAINT "staff_shifts_from" CHECK ("staff_shifts"."from_minutes" between 0 and 1439),
	CONSTRAINT "staff_shifts_to" CHECK ("staff_shifts"."to_minutes" between 0 and 1440 and "staff_shifts"."to_minutes" <> "staff_shifts"."from_minutes")
);
--> statement-breakpoint
CREATE TABLE "request_touches" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"first_touch" jsonb,
	"last_touch" jsonb
);
--> statement-breakpoint
ALTER TABLE "call_attributions" ADD COLUMN "called_number" text;--> statement-breakpoint
ALTER TABLE "call_attributions" ADD COLUMN "number_label" text;--> statement-breakpoint
ALTER TABLE "call_attributions" ADD COLUMN "caller_hash" text;--> statement-breakpoint
ALTER TABLE "call_attributions" ADD COLUMN "key_version" smallint;--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "return_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "returned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "is_emergency" boolean GENERATED ALWAYS AS (coalesce(lower(btrim(timeframe)) = 'emergency', false)) STORED;--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "first_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "first_response_minutes" integer;--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "last_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "attempt_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "snoozed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "snooze_kind" text;--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "merged_into_id" uuid;--> statement-breakpoint
ALTER TABLE "contact_attempts" ADD CONSTRAINT "contact_attempts_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_attempts" ADD CONSTRAINT "contact_attempts_actor_id_staff_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_outcomes" ADD CONSTRAINT "request_outcomes_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_outcomes" ADD CONSTRAINT "request_outcomes_recorded_by_staff_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_staff_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_preferences" ADD CONSTRAINT "push_preferences_user_id_staff_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_staff_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_alarms" ADD CONSTRAINT "inbox_alarms_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_alarms" ADD CONSTRAINT "inbox_alarms_acknowledged_by_staff_users_id_fk" FOREIGN KEY ("acknowledged_by") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_availability" ADD CONSTRAINT "staff_availability_user_id_staff_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_shifts" ADD CONSTRAINT "staff_shifts_user_id_staff_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_touches" ADD CONSTRAINT "request_touches_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_attempts_request_id" ON "contact_attempts" USING btree ("request_id","at");--> statement-breakpoint
CREATE INDEX "contact_attempts_at" ON "contact_attempts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "request_outcomes_recorded_at" ON "request_outcomes" USING btree ("recorded_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_owner_name" ON "saved_views" USING btree ("owner_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "push_messages_once" ON "push_messages" USING btree ("request_id","kind","occurred_at","subscription_id");--> statement-breakpoint
CREATE INDEX "push_messages_subscription_id" ON "push_messages" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "push_messages_due" ON "push_messages" USING btree ("next_attempt_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_id" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_browser_hash" ON "push_subscriptions" USING btree ("browser_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "inbox_alarms_open" ON "inbox_alarms" USING btree ("request_id","kind") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "inbox_alarms_request_id" ON "inbox_alarms" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_shifts_user_id" ON "staff_shifts" USING btree ("user_id","weekday","from_minutes");--> statement-breakpoint
CREATE INDEX "request_touches_created_at_source" ON "request_touches" USING btree ("created_at","source");--> statement-breakpoint
ALTER TABLE "service_requests" ADD CONSTRAINT "service_requests_merged_into_id_service_requests_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."service_requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "call_attributions_caller_hash" ON "call_attributions" USING btree ("caller_hash","started_at") WHERE caller_hash is not null;--> statement-breakpoint
CREATE INDEX "service_requests_unattempted" ON "service_requests" USING btree ("created_at","id") WHERE status = 'new' and first_attempt_at is null and merged_into_id is null;--> statement-breakpoint
CREATE INDEX "service_requests_emergencies" ON "service_requests" USING btree ("created_at","id") WHERE status = 'new' and is_emergency and merged_into_id is null;--> statement-breakpoint
CREATE INDEX "service_requests_returned_at" ON "service_requests" USING btree ("returned_at") WHERE returned_at is not null;--> statement-breakpoint
CREATE INDEX "service_requests_return_due_at" ON "service_requests" USING btree ("return_due_at") WHERE return_due_at is not null;--> statement-breakpoint
CREATE INDEX "service_requests_snoozed_until" ON "service_requests" USING btree ("snoozed_until") WHERE snoozed_until is not null;--> statement-breakpoint
CREATE INDEX "service_requests_merged_into_id" ON "service_requests" USING btree ("merged_into_id") WHERE merged_into_id is not null;--> statement-breakpoint
CREATE INDEX "service_requests_first_attempt_at" ON "service_requests" USING btree ("first_attempt_at") WHERE first_attempt_at is not null;--> statement-breakpoint
ALTER TABLE "call_attributions" ADD CONSTRAINT "call_attributions_key_version" CHECK (("call_attributions"."caller_hash" is null) = ("call_attributions"."key_version" is null));--> statement-breakpoint
ALTER TABLE "service_requests" ADD CONSTRAINT "service_requests_snooze" CHECK (("service_requests"."snoozed_until" is null) = ("service_requests"."snooze_kind" is null));--> statement-breakpoint
ALTER TABLE "service_requests" ADD CONSTRAINT "service_requests_snooze_kind" CHECK ("service_requests"."snooze_kind" in ('time', 'customer'));
--> statement-breakpoint
-- Nobody has to try a request that is closed, erased, snoozed or assigned to nobody, so its return timer
-- stops, whoever makes the change. A merged one keeps its times, so that an undo restores it exactly.
CREATE FUNCTION stop_request_timers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.return_due_at := NULL;
  IF NEW.status = 'closed' OR NEW.body_hash = 'erased' THEN
    NEW.returned_at := NULL;
    NEW.snoozed_until := NULL;
    NEW.snooze_kind := NULL;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER service_requests_stop_timers BEFORE UPDATE ON service_requests FOR EACH ROW
  WHEN (
    (NEW.return_due_at IS NOT NULL OR NEW.returned_at IS NOT NULL OR NEW.snoozed_until IS NOT NULL)
    AND (
      NEW.status = 'closed' OR NEW.body_hash = 'erased'
      OR NEW.assignee_id IS NULL OR NEW.snoozed_until IS NOT NULL
    )
  )
  EXECUTE FUNCTION stop_request_timers();
--> statement-breakpoint
-- What a customer does ends the snooze of their request. It is rare, so the notification of the open
-- portals is in the same transaction. A restored backup has the snoozes that were open.
CREATE FUNCTION end_snooze(ids uuid[], ended_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  request uuid;
BEGIN
  IF current_setting('henry.restoring', true) = 'on' THEN RETURN; END IF;
  FOR request IN
    -- What the customer of a merged request does ends the snooze of the request it was merged into.
    WITH RECURSIVE path (id, merged_into_id) AS (
      SELECT id, merged_into_id FROM service_requests WHERE id = ANY(ids)
      UNION
      SELECT r.id, r.merged_into_id FROM path JOIN service_requests r ON r.id = path.merged_into_id
    )
    SELECT r.id FROM service_requests r
    WHERE r.id IN (SELECT path.id FROM path WHERE path.merged_into_id IS NULL)
      AND r.snoozed_until IS NOT NULL
    ORDER BY r.id FOR UPDATE
  LOOP
    UPDATE service_requests SET snoozed_until = NULL, snooze_kind = NULL WHERE id = request;
    INSERT INTO request_events (id, request_id, at, kind, detail)
      VALUES (gen_random_uuid(), request, ended_at, 'snooze-ended', '{"by": "customer"}');
    PERFORM pg_notify('request_changed', request::text);
  END LOOP;
END $$;
--> statement-breakpoint
-- The argument is the column with the time.
CREATE FUNCTION end_snooze_of_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_ARGV[0] = 'at' THEN
    PERFORM end_snooze(ARRAY[NEW.request_id], NEW.at);
  ELSE
    PERFORM end_snooze(ARRAY[NEW.request_id], NEW.created_at);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER request_messages_end_snooze AFTER INSERT ON request_messages FOR EACH ROW
  WHEN (NEW.author IN ('customer', 'unknown'))
  EXECUTE FUNCTION end_snooze_of_request('created_at');
--> statement-breakpoint
CREATE TRIGGER request_photos_end_snooze AFTER INSERT ON request_photos FOR EACH ROW
  EXECUTE FUNCTION end_snooze_of_request('created_at');
--> statement-breakpoint
CREATE TRIGGER request_windows_end_snooze AFTER INSERT ON request_windows FOR EACH ROW
  EXECUTE FUNCTION end_snooze_of_request('created_at');
--> statement-breakpoint
-- The customer asked for a code to erase their details.
CREATE TRIGGER customer_codes_end_snooze AFTER INSERT ON customer_codes FOR EACH ROW
  EXECUTE FUNCTION end_snooze_of_request('created_at');
--> statement-breakpoint
-- The kinds that only customers add, and those that have who acted in their details.
CREATE TRIGGER request_events_end_snooze AFTER INSERT ON request_events FOR EACH ROW
  WHEN (
    NEW.actor_id IS NULL AND (
      NEW.kind IN ('corrected', 'phone-changed', 'visit-windows', 'photo-added', 'photo-removed')
      OR (
        NEW.kind IN ('offer-released', 'offer-refused', 'visit-booked', 'visit-moved', 'visit-canceled')
        AND NEW.detail ->> 'by' = 'customer'
      )
    )
  )
  EXECUTE FUNCTION end_snooze_of_request('at');
--> statement-breakpoint
-- The customer said stop, to us or to one company. Few requests are snoozed or have a return timer,
-- which the planner does not know in a young database.
CREATE FUNCTION end_snooze_of_contact() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  PERFORM end_snooze(
    ARRAY(SELECT id FROM service_requests WHERE snoozed_until IS NOT NULL AND NEW.contact_hash IN (phone_hash, email_hash)),
    NEW.opted_out_at
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER suppressions_end_snooze AFTER INSERT ON suppressions FOR EACH ROW
  EXECUTE FUNCTION end_snooze_of_contact();
--> statement-breakpoint
CREATE TRIGGER provider_opt_outs_end_snooze AFTER INSERT ON provider_opt_outs FOR EACH ROW
  EXECUTE FUNCTION end_snooze_of_contact();
--> statement-breakpoint
-- Nobody has to try to reach a customer who said stop to us.
CREATE FUNCTION stop_timers_of_contact() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF current_setting('henry.restoring', true) = 'on' THEN RETURN NULL; END IF;
  UPDATE service_requests SET return_due_at = NULL WHERE id IN (
    SELECT id FROM service_requests
    WHERE return_due_at IS NOT NULL AND NEW.contact_hash IN (phone_hash, email_hash)
    ORDER BY id FOR UPDATE
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER suppressions_stop_timers AFTER INSERT ON suppressions FOR EACH ROW
  EXECUTE FUNCTION stop_timers_of_contact();
--> statement-breakpoint
-- Pages with their phone number, of a value of the setting phoneNumbers.
CREATE FUNCTION list_numbered_pages(value jsonb) RETURNS TABLE (page text, phone text) LANGUAGE sql IMMUTABLE AS $$
  SELECT page, number ->> 'phone'
  FROM jsonb_array_elements(CASE jsonb_typeof(value) WHEN 'array' THEN value ELSE '[]' END) AS number,
    jsonb_array_elements_text(CASE jsonb_typeof(number -> 'pages') WHEN 'array' THEN number -> 'pages' ELSE '[]' END) AS page
$$;
--> statement-breakpoint
-- 'phone-numbers:<pages>': the beginnings of paths that have another number now, and with "!" those
-- below them that keep theirs.
CREATE FUNCTION notify_phone_numbers_changed(before jsonb, after jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  names text;
BEGIN
  WITH pages AS (
    SELECT page, o.phone IS DISTINCT FROM n.phone AS is_changed
    FROM list_numbered_pages(before) o FULL JOIN list_numbered_pages(after) n USING (page)
  )
  SELECT string_agg(CASE WHEN is_changed THEN page ELSE '!' || page END, ',' ORDER BY page) INTO names
  FROM pages p
  WHERE is_changed OR EXISTS (SELECT FROM pages c WHERE c.is_changed AND starts_with(p.page, c.page || '/'));
  PERFORM notify_content_changed('phone-numbers', coalesce(names, ''));
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_setting_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- OLD is null for an insert, NEW for a delete.
  IF OLD.key <> 'phoneNumbers' THEN PERFORM notify_content_changed('setting', OLD.key); END IF;
  IF NEW.key <> 'phoneNumbers' THEN PERFORM notify_content_changed('setting', NEW.key); END IF;
  IF 'phoneNumbers' IN (OLD.key, NEW.key) THEN
    PERFORM notify_phone_numbers_changed(
      CASE OLD.key WHEN 'phoneNumbers' THEN OLD.value END, CASE NEW.key WHEN 'phoneNumbers' THEN NEW.value END);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A restored backup inserts requests in the order of their ids, and a request may be merged into a later one.
ALTER TABLE service_requests ALTER CONSTRAINT service_requests_merged_into_id_service_requests_id_fk DEFERRABLE INITIALLY IMMEDIATE;
--> statement-breakpoint
-- The planner needs to know that the new columns are almost always null.
ANALYZE service_requests;
