ALTER TABLE "admin_users" ADD COLUMN "factor_reminder_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "password_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "factor_grace" boolean DEFAULT false NOT NULL;