import { describeOnShift } from "../../describe-on-shift.ts";
import type { OnShiftSummary } from "../../load-on-shift.server.ts";

/** Who is on shift now and who comes next. */
export const OnShiftLine = ({ onShift }: { onShift: OnShiftSummary }) => (
  <p className="text-sm text-muted">{describeOnShift(onShift)}</p>
);
