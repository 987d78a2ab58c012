-- What visitors see has changed: each instance drops the pages and lists that the payload affects
-- (server/content-changes.ts): 'quiz:<slug>', 'article:<slug>' or 'setting:<key>'. A name too long
-- for a payload is left out, which affects everything of its kind.
DROP TRIGGER settings_content_changed ON settings;
--> statement-breakpoint
DROP TRIGGER quizzes_content_changed ON quizzes;
--> statement-breakpoint
DROP TRIGGER advertorial_content_content_changed ON advertorial_content;
--> statement-breakpoint
DROP TRIGGER quiz_safety_rules_content_changed ON quiz_safety_rules;
--> statement-breakpoint
DROP FUNCTION notify_content_changed();
--> statement-breakpoint
CREATE FUNCTION notify_content_changed(kind text, name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('content_changed', CASE WHEN octet_length(name) <= 1000 THEN kind || ':' || name ELSE kind END);
END $$;
--> statement-breakpoint
CREATE FUNCTION notify_setting_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM notify_content_changed('setting', OLD.key); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM notify_content_changed('setting', NEW.key); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER settings_inserted_or_deleted AFTER INSERT OR DELETE ON settings FOR EACH ROW EXECUTE FUNCTION notify_setting_changed();
--> statement-breakpoint
CREATE TRIGGER settings_changed AFTER UPDATE ON settings FOR EACH ROW
  WHEN ((OLD.key, OLD.value) IS DISTINCT FROM (NEW.key, NEW.value))
  EXECUTE FUNCTION notify_setting_changed();
--> statement-breakpoint
-- The argument is the kind. A renamed row affects its old and its new address.
CREATE FUNCTION notify_slug_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM notify_content_changed(TG_ARGV[0], OLD.slug); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM notify_content_changed(TG_ARGV[0], NEW.slug); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER quizzes_published AFTER INSERT ON quizzes FOR EACH ROW
  WHEN (NEW.is_active AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION notify_slug_changed('quiz');
--> statement-breakpoint
CREATE TRIGGER quizzes_removed AFTER DELETE ON quizzes FOR EACH ROW
  WHEN (OLD.is_active AND OLD.deleted_at IS NULL)
  EXECUTE FUNCTION notify_slug_changed('quiz');
--> statement-breakpoint
-- Columns are public unless they are named here.
CREATE TRIGGER quizzes_changed AFTER UPDATE ON quizzes FOR EACH ROW
  WHEN (
    ((OLD.is_active AND OLD.deleted_at IS NULL) OR (NEW.is_active AND NEW.deleted_at IS NULL))
    AND (to_jsonb(OLD) - '{version,topic,is_demo}'::text[]) IS DISTINCT FROM (to_jsonb(NEW) - '{version,topic,is_demo}'::text[])
  )
  EXECUTE FUNCTION notify_slug_changed('quiz');
--> statement-breakpoint
CREATE TRIGGER advertorial_content_published AFTER INSERT ON advertorial_content FOR EACH ROW
  WHEN (NEW.is_active AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION notify_slug_changed('article');
--> statement-breakpoint
CREATE TRIGGER advertorial_content_removed AFTER DELETE ON advertorial_content FOR EACH ROW
  WHEN (OLD.is_active AND OLD.deleted_at IS NULL)
  EXECUTE FUNCTION notify_slug_changed('article');
--> statement-breakpoint
CREATE TRIGGER advertorial_content_changed AFTER UPDATE ON advertorial_content FOR EACH ROW
  WHEN (
    ((OLD.is_active AND OLD.deleted_at IS NULL) OR (NEW.is_active AND NEW.deleted_at IS NULL))
    AND (to_jsonb(OLD) - '{version,topic,is_demo}'::text[]) IS DISTINCT FROM (to_jsonb(NEW) - '{version,topic,is_demo}'::text[])
  )
  EXECUTE FUNCTION notify_slug_changed('article');
--> statement-breakpoint
-- Pages of public quizzes hold the approved rules of high urgency. The lock makes a rule and the
-- publication of its quiz wait for each other: otherwise neither transaction would see the other,
-- and the rule would stay off the page.
CREATE FUNCTION notify_danger_rule_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[] := CASE TG_OP WHEN 'INSERT' THEN ARRAY[NEW.quiz_id] WHEN 'DELETE' THEN ARRAY[OLD.quiz_id] ELSE ARRAY[OLD.quiz_id, NEW.quiz_id] END;
  quiz record;
BEGIN
  FOR quiz IN SELECT slug, is_active, deleted_at FROM quizzes WHERE id = ANY(ids) ORDER BY id FOR SHARE LOOP
    -- Not in the WHERE, which would be checked before the lock.
    IF quiz.is_active AND quiz.deleted_at IS NULL THEN PERFORM notify_content_changed('quiz', quiz.slug); END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER quiz_safety_rules_inserted AFTER INSERT ON quiz_safety_rules FOR EACH ROW
  WHEN (NEW.status = 'approved' AND NEW.urgency = 'high')
  EXECUTE FUNCTION notify_danger_rule_changed();
--> statement-breakpoint
CREATE TRIGGER quiz_safety_rules_deleted AFTER DELETE ON quiz_safety_rules FOR EACH ROW
  WHEN (OLD.status = 'approved' AND OLD.urgency = 'high')
  EXECUTE FUNCTION notify_danger_rule_changed();
--> statement-breakpoint
CREATE TRIGGER quiz_safety_rules_changed AFTER UPDATE ON quiz_safety_rules FOR EACH ROW
  WHEN (
    ((OLD.status = 'approved' AND OLD.urgency = 'high') OR (NEW.status = 'approved' AND NEW.urgency = 'high'))
    AND (to_jsonb(OLD) - '{generator,reviewed_by,approved_at,created_at}'::text[]) IS DISTINCT FROM (to_jsonb(NEW) - '{generator,reviewed_by,approved_at,created_at}'::text[])
  )
  EXECUTE FUNCTION notify_danger_rule_changed();
