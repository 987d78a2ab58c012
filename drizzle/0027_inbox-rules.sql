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
