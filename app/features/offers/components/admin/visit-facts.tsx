import type { OfferPanelData } from "../../loaders.server.ts";

/** The times that suit the customer, and the visit that a provider picked. */
export function VisitFacts({ windows, visit }: Pick<OfferPanelData, "windows" | "visit">) {
  if (visit)
    return (
      <p className="mt-2">
        <strong>{visit.isBooked ? "Visit booked" : "Picked for a visit"}:</strong> {visit.time}
        {visit.isBooked ? null : ". The customer's yes books it."}
      </p>
    );
  return windows.length > 0 ? (
    <p className="mt-2">
      <strong>Times that work for the customer:</strong> {windows.join("; ")}
    </p>
  ) : null;
}
