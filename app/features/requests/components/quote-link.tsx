type QuoteLinkProps = { service?: { slug: string; name: string }; label?: string; children: React.ReactNode; className?: string };

/** Address of the quote page; `service` is a slug, `label` a name where no service fits. */
export function quotePath({ service, label }: { service?: string; label?: string }): string {
  const query = new URLSearchParams();
  if (service) query.set("service", service);
  if (label) query.set("label", label);
  return query.size > 0 ? `/quote?${query}` : "/quote";
}

/** A real link to the quote page; with the enhance script it opens the wizard in place. */
export function QuoteLink({ service, label, children, className = "btn btn-action" }: QuoteLinkProps) {
  return (
    <a href={quotePath({ service: service?.slug, label })} data-quote={service?.name ?? label ?? ""} rel="nofollow" className={className}>
      {children}
    </a>
  );
}
