type EmptyStateProps = {
  title: string;
  /** Why nothing is here, or what to do about it. */
  children?: React.ReactNode;
  /** A button or link for the next step. */
  action?: React.ReactNode;
};

/** Shown instead of a list without rows. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="p-8 text-center">
      <p className="font-semibold">{title}</p>
      {children ? <p className="mx-auto mt-1 max-w-prose text-muted">{children}</p> : null}
      {action ? <div className="mt-4">{action}</div> : null}
    </div>
  );
}
