import type { Logger } from "./logger.server.ts";
import { truncateAddress } from "./rate-key.ts";
import { hashWithKey } from "./secret.server.ts";

/** Security events, by which operators notice attacks. */
export const SECURITY_EVENTS = [
  "failed-password",
  "failed-code",
  "lock",
  "factor-change",
  "refused-origin",
  "forbidden",
  "forged-webhook",
  "refused-api-key",
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number];

/**
 * `email` is what was typed: only a keyed hash of it is logged, which is the same for the same
 * address.
 */
export type SecurityEventDetails = {
  staffId?: string | null;
  email?: string;
  address?: string;
  requestId?: string;
  detail?: string;
};

export type SecurityLog = {
  record: (kind: SecurityEventKind, facts: SecurityEventDetails) => void;
};

const HASH_LETTERS = 16;

/**
 * Creates the log of security events: one line and one count each, with ids, keyed hashes and
 * networks instead of personal data.
 */
export function createSecurityLog(options: {
  log: Pick<Logger, "warn">;
  key: Buffer;
  count: (kind: SecurityEventKind) => void;
}): SecurityLog {
  return {
    record(kind, { staffId, email, address, requestId, detail }) {
      options.count(kind);
      options.log.warn(
        {
          securityEvent: kind,
          ...(staffId && { staffId }),
          ...(email && { emailHash: hashWithKey(options.key, email).slice(0, HASH_LETTERS) }),
          ...(address && { network: truncateAddress(address) }),
          ...(requestId && { requestId }),
          ...(detail && { detail }),
        },
        `security: ${kind}`,
      );
    },
  };
}
