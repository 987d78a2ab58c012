/** The last section of a page: what to do next. @param props.children links and buttons */
export function ClosingBand({
  title,
  text,
  className = "bg-sun",
  children,
}: {
  title: string;
  text: React.ReactNode;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <section className={`section ${className}`}>
      <div className="wrap flex flex-wrap items-center justify-between gap-6">
        <div className="max-w-xl min-w-0">
          <h2 className="h2">{title}</h2>
          <p className="mt-2 text-lg">{text}</p>
        </div>
        {children}
      </div>
    </section>
  );
}
