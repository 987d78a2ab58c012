import { useStreamReader } from "../../../inbox/components/admin/use-stream-reader.ts";
import type { AlarmSummary } from "../../schema.ts";
import { AlarmBanner } from "./alarm-banner.tsx";

/**
 * What every page of the portal has for people who work on requests: the event stream, and the
 * banner while nobody is on shift.
 */
export function RequestStream({ alarms, viewerId }: { alarms: AlarmSummary; viewerId: string }) {
  useStreamReader(viewerId);
  return <AlarmBanner alarms={alarms} viewerId={viewerId} />;
}
