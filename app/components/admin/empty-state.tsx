type EmptyStateProps = {
  title: string;
  /** Why nothing is here, or what to do about it. */
  children?: React.ReactNode;
  /** A button or link that leads on. */
  action?: React.ReactNode;
};

/** In place of rows where there are none. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="p-8 text-center">
      <p className="font-semibold">{title}</p>
      {children ? <p className="mx-auto mt-1 max-w-prose text-muted">{children}</p> : null}
      {action ? <div className="mt-4">{action}</div> : null}
    </div>
  );
}
