import type { RequestStatus } from "../inbox/schema.ts";

export type MergedSide = {
  status: RequestStatus;
  isEmergency: boolean;
  /** Staff have tried to reach the customer. */
  isTried: boolean;
};

/** Why a request that staff work on may not be merged into another one: it would be forgotten. */
export type MergeLoss = "target-closed" | "emergency" | "tried";

const wasHandled = ({ status, isTried }: MergedSide) => isTried || status !== "new";

/**
 * Whether work would be lost if one request were merged into another, which alone is listed then:
 * open work would be in a closed request, an emergency in one that is called later, or a customer
 * whom somebody tried to reach would wait for a first call again. An emergency comes before that.
 */
export function findMergeLoss(source: MergedSide, target: MergedSide): MergeLoss | null {
  if (source.status === "closed") return null;
  if (target.status === "closed") return "target-closed";
  if (source.isEmergency !== target.isEmergency) return source.isEmergency ? "emergency" : null;
  return wasHandled(source) && !wasHandled(target) ? "tried" : null;
}
