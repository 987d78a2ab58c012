export type MoveTarget = "s3" | "local";

export type MoveOptions = {
  to: MoveTarget;
  /** Only counts what would be copied. */
  isDryRun: boolean;
  /** Deletes each one from where it was, after its copy was read back and compared. */
  deletesSource: boolean;
  /** Gets one sentence for each one that could not be moved, without personal data. */
  onProblem: (sentence: string) => void;
};

/** What a move did, or would do. */
export type MoveReport = {
  copied: number;
  /** Were at the target already, with the same content. */
  present: number;
  /** Bytes that were copied. */
  bytes: number;
  deleted: number;
  failed: number;
};

export const createMoveReport = (): MoveReport => ({
  copied: 0,
  present: 0,
  bytes: 0,
  deleted: 0,
  failed: 0,
});
