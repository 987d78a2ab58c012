ALTER TABLE "offers" ADD COLUMN "contact_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "messages_done_at" timestamp (3) with time zone;--> statement-breakpoint
-- A process of the version before records a yes without it until it is restarted.
CREATE FUNCTION set_contact_until() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.contact_until := NEW.customer_approved_at + interval '30 days';
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER offers_contact_until BEFORE INSERT OR UPDATE OF customer_approved_at ON offers FOR EACH ROW
  WHEN (NEW.customer_approved_at IS NOT NULL AND NEW.contact_until IS NULL) EXECUTE FUNCTION set_contact_until();--> statement-breakpoint
-- What happened before counts as it does from now on, where the details were still shown then.
UPDATE offers o SET contact_until = least(
  o.customer_approved_at + interval '365 days',
  greatest(
    o.customer_approved_at,
    (SELECT max(a.ends_at) FROM appointments a WHERE a.offer_id = o.id AND a.state = 'booked'),
    (SELECT max(m.created_at) FROM request_messages m
      WHERE m.request_id = o.request_id AND m.offer_id = o.id AND m.author = 'customer'
        AND m.created_at < o.customer_approved_at + interval '30 days'),
    (SELECT j.stage_at FROM jobs j
      WHERE j.id = o.job_id AND j.stage = 'started'
        AND j.stage_at < o.customer_approved_at + interval '30 days')
  ) + interval '30 days'
) WHERE o.customer_approved_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "jobs_provider_list" ON "jobs" USING btree ("provider_id",(case when stage in ('done', 'not-hired') then stage else 'open' end),"created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "offer_disputes_decided" ON "offer_disputes" USING btree ("decided_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE decided_at is not null;--> statement-breakpoint
CREATE INDEX "offers_provider_contact" ON "offers" USING btree ("provider_id","contact_until") WHERE state = 'accepted' and contact_until is not null;--> statement-breakpoint
CREATE INDEX "offers_job_id" ON "offers" USING btree ("job_id") WHERE job_id is not null;