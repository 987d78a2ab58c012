/** The bands of a service's page have the same two columns, so that their right sides align. */
export const ServiceColumns = ({
  className = "",
  children,
}: {
  className?: string;
  children: React.ReactNode;
}) => (
  <div
    className={`${className} wrap grid items-start gap-x-12 gap-y-4 md:gap-y-8 md:grid-cols-[1.5fr_1fr]`}
  >
    {children}
  </div>
);
