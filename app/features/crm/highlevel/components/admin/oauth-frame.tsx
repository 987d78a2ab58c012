/** Layout of the two OAuth pages: no sidebar, and visible without signing in. */
export function OAuthFrame({
  title,
  intro,
  children,
}: {
  title: string;
  intro: string;
  children: React.ReactNode;
}) {
  return (
    <main id="main" className="min-h-dvh bg-sand px-4 py-8 sm:py-12">
      <div className="mx-auto grid w-full max-w-2xl min-w-0 gap-6 rounded-2xl border border-line bg-paper p-5 shadow-card sm:p-8">
        <div>
          <img src="/favicon.svg" width="40" height="40" alt="" />
          <h1 className="h3 mt-4">{title}</h1>
          <p className="mt-2 text-muted">{intro}</p>
        </div>
        <noscript>
          <p className="rounded-lg border-2 border-danger p-4 font-semibold">
            This page needs JavaScript to exchange a code. Turn it on and reload the page, or open
            Settings, Integrations in another browser and press Connect.
          </p>
        </noscript>
        {children}
      </div>
    </main>
  );
}
