ALTER TABLE "quizzes" ADD COLUMN "services" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE quizzes SET services = CASE service_type
  WHEN 'HVAC' THEN '{air-conditioning,heating}'::text[]
  WHEN 'Plumbing' THEN '{plumbing}'
  WHEN 'Electrical' THEN '{electrician}'
  WHEN 'Roofing' THEN '{roofing}'
  WHEN 'Auto Repair' THEN '{auto-repair}'
  ELSE '{}' END;
--> statement-breakpoint
-- Public quizzes are listed on the pages of their services, and all on one page. The payload is
-- 'quiz-list:<services>', with those before and after the change.
CREATE FUNCTION notify_quiz_list_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  listed text[] := '{}';
BEGIN
  IF TG_OP <> 'INSERT' THEN listed := listed || OLD.services; END IF;
  IF TG_OP <> 'DELETE' THEN listed := listed || NEW.services; END IF;
  PERFORM notify_content_changed('quiz-list', array_to_string(listed, ','));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER quizzes_listed AFTER INSERT ON quizzes FOR EACH ROW
  WHEN (NEW.is_active AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION notify_quiz_list_changed();
--> statement-breakpoint
CREATE TRIGGER quizzes_unlisted AFTER DELETE ON quizzes FOR EACH ROW
  WHEN (OLD.is_active AND OLD.deleted_at IS NULL)
  EXECUTE FUNCTION notify_quiz_list_changed();
--> statement-breakpoint
CREATE TRIGGER quizzes_relisted AFTER UPDATE ON quizzes FOR EACH ROW
  WHEN (
    ((OLD.is_active AND OLD.deleted_at IS NULL) OR (NEW.is_active AND NEW.deleted_at IS NULL))
    AND (OLD.slug, OLD.title, OLD.description, OLD.services, OLD.is_active, OLD.deleted_at)
      IS DISTINCT FROM (NEW.slug, NEW.title, NEW.description, NEW.services, NEW.is_active, NEW.deleted_at)
  )
  EXECUTE FUNCTION notify_quiz_list_changed();
