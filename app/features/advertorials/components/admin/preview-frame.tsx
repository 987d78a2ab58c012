import { useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

const EMPTY_DOCUMENT =
  '<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width, initial-scale=1"></head><body></body></html>';

type PreviewFrameProps = {
  title: string;
  className?: string;
  style?: React.CSSProperties;
  children: React.ReactNode;
};

/**
 * Renders its children in an iframe with the page's style sheets, so that they are laid out for its
 * width. Links do nothing.
 */
export function PreviewFrame({ title, className, style, children }: PreviewFrameProps) {
  const ref = useRef<HTMLIFrameElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const open = useCallback(() => {
    const inner = ref.current?.contentDocument;
    if (!inner) return;
    for (const sheet of document.querySelectorAll(
      'link[rel="stylesheet"], style[data-vite-dev-id]',
    ))
      inner.head.append(sheet.cloneNode(true));
    inner.addEventListener("click", (event) => event.preventDefault());
    setBody(inner.body);
  }, []);
  // A server-rendered iframe may have loaded before the listener was attached.
  useEffect(() => {
    if (ref.current?.contentDocument?.readyState === "complete") open();
  }, [open]);
  return (
    <>
      <iframe
        ref={ref}
        title={title}
        srcDoc={EMPTY_DOCUMENT}
        onLoad={open}
        className={className}
        style={style}
      />
      {body ? createPortal(children, body) : null}
    </>
  );
}
