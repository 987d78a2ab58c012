import { useAutosaveValue } from "#app/components/admin/use-autosave-value.ts";

type ActiveSwitchProps = {
  item: { id: string; title: string; isActive: boolean };
  /** URL of the list, whose action saves the change. */
  action: string;
  onFail: (reason: string | undefined) => void;
};

/**
 * Publishes or hides a quiz or an article: immediately on the screen, and reverted when the server
 * refuses.
 */
export function ActiveSwitch({ item: { id, title, isActive }, action, onFail }: ActiveSwitchProps) {
  const {
    value: isOn,
    isSaving,
    choose,
  } = useAutosaveValue(isActive, {
    fields: (value) => ({ intent: "set-active", id, isActive: String(value) }),
    action,
    onFail,
  });
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={`${title} is active`}
      aria-busy={isSaving}
      onClick={() => choose(!isOn)}
      className="inline-flex min-h-10 items-center gap-2"
    >
      <span
        aria-hidden="true"
        className={`flex h-6 w-11 shrink-0 items-center rounded-full border p-0.5 ${isOn ? "border-ok bg-ok" : "border-[#8a9aa0] bg-sand"}`}
      >
        <span
          className={`size-4.5 rounded-full transition-transform ${isOn ? "translate-x-5 bg-paper" : "bg-[#5f7178]"}`}
        />
      </span>
      <span
        aria-hidden="true"
        className={`text-sm font-semibold room-md:hidden ${isOn ? "text-ok" : "text-muted"}`}
      >
        {isOn ? "Active" : "Inactive"}
      </span>
    </button>
  );
}
