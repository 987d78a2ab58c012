type NoticePageProps = {
  title: string;
  text?: string;
  image: string;
  children?: React.ReactNode;
};

/** A whole page with one message: nothing found, not ready, done. */
export function NoticePage({ title, text, image, children }: NoticePageProps) {
  return (
    <main id="main" className="wrap section max-w-2xl text-center">
      <img
        src={`/art/${image}.svg`}
        width="200"
        height="240"
        alt=""
        className="mx-auto h-60 w-auto"
      />
      <h1 className="h2 mt-6">{title}</h1>
      {text ? <p className="mt-3 text-lg text-muted">{text}</p> : null}
      {children ? <div className="mt-7 flex flex-wrap justify-center gap-3">{children}</div> : null}
    </main>
  );
}
