-- Nobody has to try a request that is no longer new, erased, snoozed or assigned to nobody, so its
-- return timer stops, whoever makes the change. Whoever set another status has the customer's answer,
-- so the request is no longer returned either. A merged one keeps its times, so that an undo restores
-- it exactly.
CREATE OR REPLACE FUNCTION stop_request_timers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.return_due_at := NULL;
  IF NEW.status <> 'new' OR NEW.body_hash = 'erased' THEN
    NEW.returned_at := NULL;
  END IF;
  IF NEW.status = 'closed' OR NEW.body_hash = 'erased' THEN
    NEW.snoozed_until := NULL;
    NEW.snooze_kind := NULL;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER service_requests_stop_timers ON service_requests;
--> statement-breakpoint
CREATE TRIGGER service_requests_stop_timers BEFORE UPDATE ON service_requests FOR EACH ROW
  WHEN (
    (NEW.return_due_at IS NOT NULL OR NEW.returned_at IS NOT NULL OR NEW.snoozed_until IS NOT NULL)
    AND (
      NEW.status <> 'new' OR NEW.body_hash = 'erased'
      OR NEW.assignee_id IS NULL OR NEW.snoozed_until IS NOT NULL
    )
  )
  EXECUTE FUNCTION stop_request_timers();
--> statement-breakpoint
-- Those that were set to another status before.
UPDATE service_requests SET return_due_at = NULL, returned_at = NULL
WHERE status <> 'new' AND (return_due_at IS NOT NULL OR returned_at IS NOT NULL);
--> statement-breakpoint
-- Also says who ended the snooze: the customer, or a professional who accepted the request, whose
-- customer has to be asked now. The job that watches the inbox starts the return timer again.
CREATE FUNCTION end_snooze(ids uuid[], ended_at timestamptz, ended_by text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  request uuid;
BEGIN
  IF current_setting('henry.restoring', true) = 'on' THEN RETURN; END IF;
  FOR request IN
    -- What happens to a merged request ends the snooze of the request it was merged into.
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
      VALUES (gen_random_uuid(), request, ended_at, 'snooze-ended', jsonb_build_object('by', ended_by));
    PERFORM pg_notify('request_changed', request::text);
  END LOOP;
END $$;
--> statement-breakpoint
-- The argument is the column with the time.
CREATE OR REPLACE FUNCTION end_snooze_of_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_ARGV[0] = 'at' THEN
    PERFORM end_snooze(
      ARRAY[NEW.request_id],
      NEW.at,
      CASE NEW.kind WHEN 'offer-accepted' THEN 'provider' ELSE 'customer' END
    );
  ELSE
    PERFORM end_snooze(ARRAY[NEW.request_id], NEW.created_at, 'customer');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER request_events_end_snooze ON request_events;
--> statement-breakpoint
-- The kinds that only customers add, those that have who acted in their details, and an accepted offer.
CREATE TRIGGER request_events_end_snooze AFTER INSERT ON request_events FOR EACH ROW
  WHEN (
    NEW.kind = 'offer-accepted'
    OR (
      NEW.actor_id IS NULL AND (
        NEW.kind IN ('corrected', 'phone-changed', 'visit-windows', 'photo-added', 'photo-removed')
        OR (
          NEW.kind IN ('offer-released', 'offer-refused', 'visit-booked', 'visit-moved', 'visit-canceled')
          AND NEW.detail ->> 'by' = 'customer'
        )
      )
    )
  )
  EXECUTE FUNCTION end_snooze_of_request('at');
--> statement-breakpoint
-- The customer said stop, to us or to one company. Few requests are snoozed or have a return timer,
-- which the planner does not know in a young database.
CREATE OR REPLACE FUNCTION end_snooze_of_contact() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  PERFORM end_snooze(
    ARRAY(SELECT id FROM service_requests WHERE snoozed_until IS NOT NULL AND NEW.contact_hash IN (phone_hash, email_hash)),
    NEW.opted_out_at,
    'customer'
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP FUNCTION end_snooze(uuid[], timestamptz);
--> statement-breakpoint
-- Tells open portals which requests nobody may call any more. The hashes of contacts have indexes only
-- where the CRM has the request, since new requests should not pay for more: of the others, those of
-- the last 14 days that are open are compared. One notification holds 200 ids, and each request may be
-- merged into another one, which shows it.
CREATE FUNCTION notify_requests_of_contact() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF current_setting('henry.restoring', true) = 'on' THEN RETURN NULL; END IF;
  PERFORM pg_notify('request_changed', changed.ids) FROM (
    WITH RECURSIVE found AS (
      SELECT id, merged_into_id, created_at FROM service_requests
      WHERE ghl_contact_id IS NOT NULL AND phone_hash = NEW.contact_hash AND status <> 'closed'
      UNION
      SELECT id, merged_into_id, created_at FROM service_requests
      WHERE ghl_contact_id IS NOT NULL AND email_hash = NEW.contact_hash AND status <> 'closed'
      UNION
      SELECT id, merged_into_id, created_at FROM service_requests
      WHERE status IN ('new', 'contacted') AND created_at > NEW.opted_out_at - interval '14 days'
        AND NEW.contact_hash IN (phone_hash, email_hash)
    ), newest AS (
      SELECT id, merged_into_id FROM found WHERE created_at <= NEW.opted_out_at
      ORDER BY created_at DESC LIMIT 100
    ), path AS (
      SELECT id, merged_into_id, id AS root FROM newest
      UNION
      SELECT path.id, r.merged_into_id, r.id FROM path JOIN service_requests r ON r.id = path.merged_into_id
    )
    SELECT string_agg(id::text, ',') AS ids FROM (
      SELECT id FROM newest UNION SELECT root FROM path WHERE merged_into_id IS NULL
    ) shown
  ) changed WHERE changed.ids IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER suppressions_notify_requests AFTER INSERT ON suppressions FOR EACH ROW
  EXECUTE FUNCTION notify_requests_of_contact();
