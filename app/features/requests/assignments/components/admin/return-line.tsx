import { formatTimeLeft, type Moment } from "#app/lib/format-time.ts";

type ReturnLineProps = {
  returnDue: Moment | null;
  returned: Moment | null;
  now: number;
};

/** When the assignment ends if nobody tries, or that it did. */
export function ReturnLine({ returnDue, returned, now }: ReturnLineProps) {
  if (returnDue)
    return (
      <p className="text-sm text-muted" title={returnDue.exact}>
        Goes back to everybody {formatTimeLeft(returnDue.ms, now)} unless somebody tries to reach
        the customer.
      </p>
    );
  return returned ? (
    <p className="text-sm font-semibold text-danger" title={returned.exact}>
      Came back: nobody tried to reach the customer.
    </p>
  ) : null;
}
