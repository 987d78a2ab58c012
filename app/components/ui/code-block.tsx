/** Code that scrolls sideways, also by keyboard. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="overflow-x-auto rounded-xl bg-deep p-4 font-mono text-sm leading-6 text-cream"
    >
      <pre>
        <code className="font-mono">{children}</code>
      </pre>
    </section>
  );
}
