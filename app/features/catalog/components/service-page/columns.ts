/** The bands of a service's page have the same two columns, so that their right sides align. */
export const SERVICE_COLUMNS =
  "wrap grid items-start gap-x-10 gap-y-4 md:gap-y-8 md:grid-cols-[1.5fr_1fr]";
