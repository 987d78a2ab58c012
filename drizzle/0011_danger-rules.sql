ALTER TABLE "quiz_safety_rules" ADD COLUMN "headline" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quiz_safety_rules" ADD COLUMN "call_911" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "quiz_safety_rules" ADD COLUMN "also_call" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quiz_safety_rules" ADD COLUMN "causes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE quiz_safety_rules SET headline = left(name, 60), causes = ARRAY[name], call_911 = instruction ~ '\m911\M';--> statement-breakpoint
-- Cached quiz pages hold the approved rules.
CREATE TRIGGER quiz_safety_rules_content_changed AFTER INSERT OR UPDATE OR DELETE ON quiz_safety_rules FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
