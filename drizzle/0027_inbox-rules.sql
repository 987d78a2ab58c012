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
