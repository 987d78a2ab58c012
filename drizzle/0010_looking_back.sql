DROP INDEX "audit_log_at";--> statement-breakpoint
CREATE INDEX "consent_records_phone_e164" ON "consent_records" USING btree ("phone_e164");--> statement-breakpoint
CREATE INDEX "consent_records_text_id" ON "consent_records" USING btree ("text_id","agreed_at");--> statement-breakpoint
CREATE INDEX "stripe_events_subscription" ON "stripe_events" USING btree ((detail ->> 'subscription'),"created_at");--> statement-breakpoint
CREATE INDEX "crm_outbox_dead" ON "crm_outbox" USING btree ("id") WHERE state = 'dead';--> statement-breakpoint
CREATE INDEX "service_requests_named_email" ON "service_requests" USING btree (lower(btrim(additional_details ->> 'property_contact_email'))) WHERE additional_details ? 'property_contact_email';--> statement-breakpoint
CREATE INDEX "service_requests_named_phone" ON "service_requests" USING btree (right(regexp_replace(additional_details ->> 'property_contact_phone', '\D', '', 'g'), 4)) WHERE additional_details ? 'property_contact_phone';--> statement-breakpoint
CREATE INDEX "audit_log_at_id" ON "audit_log" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);