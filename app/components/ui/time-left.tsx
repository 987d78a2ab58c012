/** How long something is left to answer; the islands script counts it down. */
export const TimeLeft = ({ until, children }: { until: string; children: React.ReactNode }) => (
  <time dateTime={until} data-until="">
    {children}
  </time>
);
