import { Button } from "#app/components/admin/button.tsx";
import { formatQuantity } from "#app/lib/format-values.ts";

type NewRequestsBarProps = {
  /** How many requests have arrived. */
  count: number;
  /** How many of the shown ones were changed. */
  changed?: number;
  /** There may be more. */
  missed: boolean;
  onShow: () => void;
};

function formatNews({ count, changed = 0, missed }: Omit<NewRequestsBarProps, "onShow">) {
  const news = [
    count > 0 ? `${formatQuantity(count, "new request")}.` : "",
    changed > 0 ? `${formatQuantity(changed, "request")} changed.` : "",
  ].filter(Boolean);
  if (news.length > 0) return news.join(" ");
  return missed ? "There may be new requests." : null;
}

/** Announces new requests; the list does not change until the button is pressed. */
export function NewRequestsBar({ onShow, ...state }: NewRequestsBarProps) {
  const text = formatNews(state);
  return (
    <div role="status">
      {text ? (
        <p className="panel-card flex flex-wrap items-center justify-center gap-3 border-petrol px-4 py-1 font-semibold">
          {text}
          <Button tone="primary" onClick={onShow}>
            Show
          </Button>
        </p>
      ) : null}
    </div>
  );
}
