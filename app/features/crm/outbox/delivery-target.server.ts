import type { crmOutbox, DeliveryProgress } from "#app/db/tables/crm.server.ts";
import type { Lease } from "#app/db/with-lease.server.ts";
import type { TargetName } from "#app/lib/delivery-targets.ts";

/**
 * The result of sending one row. Errors have no personal data: they name the status, never the
 * body.
 */
export type DeliveryResult =
  | { kind: "delivered"; status: number; contactId: string | null }
  /** The target rejects this row, however often it is sent. */
  | { kind: "refused"; status: number | null; error: string }
  /**
   * The target accepts nothing now (wrong key, no endpoint, too many calls): its rows wait, and no
   * attempt is counted.
   */
  | { kind: "paused"; status: number | null; error: string; retryAfterMs: number | null }
  | { kind: "failed"; status: number | null; error: string; retryAfterMs: number | null }
  /** Not a failure: our own rate limit is used up, or another worker has the row. */
  | { kind: "deferred"; retryAfterMs: number };

/** A row that this worker has claimed. A multi-step target changes its progress. */
export type ClaimedRow = {
  id: string;
  requestId: string;
  attempts: number;
  leaseUntil: Date;
  progress: DeliveryProgress;
};

/** A system that rows are delivered to. It has one circuit breaker and one rate window. */
export type DeliveryTarget = {
  name: TargetName;
  /** HTTP calls that a row usually needs; limits how many rows are claimed at once. */
  callsPerRow: number;
  /**
   * True if `send` makes several calls: it counts each one, and rows of the same person are sent
   * one after the other.
   */
  isMultiStep: boolean;
  /** Idempotent per row. A multi-step target renews the lease before each call. */
  send: (row: ClaimedRow, lease: Lease<typeof crmOutbox>) => Promise<DeliveryResult>;
};
