/** How long a first response took: "45 min", "2 h", "2 h 10 min". */
export function formatMinutes(minutes: number): string {
  const rounded = Math.round(minutes);
  if (rounded < 1) return "under 1 min";
  const hours = Math.floor(rounded / 60);
  return [hours > 0 ? `${hours} h` : "", rounded % 60 > 0 ? `${rounded % 60} min` : ""]
    .filter(Boolean)
    .join(" ");
}

/** An hour of the day, 0 to 23: "12 AM", "9 AM", "1 PM". */
export const formatHour = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? "AM" : "PM"}`;
