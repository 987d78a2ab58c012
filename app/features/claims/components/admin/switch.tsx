type SwitchProps = { label: string; name: string; isOn: boolean };

/** A switch that submits its form with "yes" or "no". */
export function Switch({ label, name, isOn }: SwitchProps) {
  return (
    <button
      type="submit"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      name={name}
      value={isOn ? "no" : "yes"}
      className={`flex h-7 w-12 shrink-0 items-center rounded-full border-2 p-0.5 ${isOn ? "justify-end border-ok bg-ok" : "border-muted bg-sand"}`}
    >
      <span className={`size-5 rounded-full ${isOn ? "bg-paper" : "bg-muted"}`} />
    </button>
  );
}
