import { createContext, type ReactNode, use } from "react";
import type { PriceLine } from "#app/features/catalog/find-service.server.ts";
import { formatPrice, parsePrice } from "../../../engine/diagnosis-text.ts";

const PriceLines = createContext<readonly PriceLine[]>([]);

/** The prices that the forms within offer. */
export const PriceLinesProvider = ({
  lines,
  children,
}: {
  lines: readonly PriceLine[];
  children: ReactNode;
}) => <PriceLines value={lines}>{children}</PriceLines>;

/** The price lines of the service pages, as options of a select. */
export function PriceOptions({ chosen }: { chosen: string }) {
  const lines = use(PriceLines);
  const isGone = chosen !== "" && !lines.some((line) => formatPrice(line) === chosen);
  return (
    <>
      <option value="">The planning range of the service type</option>
      {isGone ? (
        <option value={chosen}>{parsePrice(chosen)?.label ?? "Unknown"} (no longer listed)</option>
      ) : null}
      {lines.map((line) => (
        <option key={formatPrice(line)} value={formatPrice(line)}>
          {line.serviceName}: {line.label}, {line.range}
        </option>
      ))}
    </>
  );
}
