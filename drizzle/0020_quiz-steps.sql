ALTER TABLE "quiz_diagnoses" ADD COLUMN "keep_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Diagnoses get steps for professionals, safety lines and what waiting risks.
UPDATE "quiz_diagnoses" SET "diagnosis_data" = '{"waiting": "", "proSteps": [], "safetyLines": []}'::jsonb || "diagnosis_data";--> statement-breakpoint
UPDATE "quiz_outcomes" SET "diagnosis_data" = '{"waiting": "", "proSteps": [], "safetyLines": []}'::jsonb || "diagnosis_data";
