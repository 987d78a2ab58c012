import { sql } from "drizzle-orm";
import { check, date, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytes, instant, json } from "../columns.server.ts";
import { privateFiles } from "./private-files.server.ts";
import { providerUsers } from "./provider-accounts.server.ts";
import { providers, verificationEvidence } from "./providers.server.ts";

const providerReference = () =>
  uuid("provider_id")
    .notNull()
    .references(() => providers.id, { onDelete: "cascade" });

export const DOCUMENT_KINDS = ["license", "insurance"] as const;
export const REVIEW_STATES = ["pending", "accepted", "refused"] as const;

/** Papers that a provider uploaded: private files, seen by the provider and staff alone. */
export const providerDocuments = pgTable(
  "provider_documents",
  {
    id: uuid().primaryKey(),
    providerId: providerReference(),
    kind: text({ enum: DOCUMENT_KINDS }).notNull(),
    /** Of the license or the policy. */
    number: text().notNull(),
    /** The board or the insurer. */
    issuer: text().notNull(),
    validUntil: date("valid_until").notNull(),
    contentType: text("content_type", { enum: ["image/jpeg", "application/pdf"] }).notNull(),
    /** Null where it is in object storage; while it is moved, it is in both. */
    file: bytes("file"),
    fileId: uuid("file_id").references(() => privateFiles.id),
    uploadedBy: uuid("uploaded_by").references(() => providerUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    state: text({ enum: REVIEW_STATES }).notNull().default("pending"),
    decidedBy: uuid("decided_by"),
    decidedAt: instant("decided_at"),
    /** Why it was refused, for the provider to read. */
    refusal: text(),
    evidenceId: uuid("evidence_id").references(() => verificationEvidence.id, {
      onDelete: "set null",
    }),
  },
  (table) => [
    index("provider_documents_provider_id").on(table.providerId, table.createdAt.desc()),
    index("provider_documents_pending").on(table.createdAt).where(sql`state = 'pending'`),
    uniqueIndex("provider_documents_file_id").on(table.fileId),
    check("provider_documents_state", sql`${table.state} in ('pending', 'accepted', 'refused')`),
    check("provider_documents_file", sql`${table.file} is not null or ${table.fileId} is not null`),
  ],
);

/** Changes that a provider asked for and that touch what was verified: staff approve them. */
export const providerChanges = pgTable(
  "provider_changes",
  {
    id: uuid().primaryKey(),
    providerId: providerReference(),
    changes: json<Record<string, { before: unknown; after: unknown }>>("changes").notNull(),
    requestedBy: uuid("requested_by").references(() => providerUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    state: text({ enum: REVIEW_STATES }).notNull().default("pending"),
    decidedBy: uuid("decided_by"),
    decidedAt: instant("decided_at"),
    refusal: text(),
  },
  (table) => [
    index("provider_changes_provider_id").on(table.providerId, table.createdAt.desc()),
    uniqueIndex("provider_changes_one_pending").on(table.providerId).where(sql`state = 'pending'`),
    check("provider_changes_state", sql`${table.state} in ('pending', 'accepted', 'refused')`),
  ],
);
