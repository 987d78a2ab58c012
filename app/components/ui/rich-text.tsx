/** HTML rendered from our own Markdown files. Never for text that a person typed into the site. */
export function RichText({ html, className = "" }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: content files of this repository, rendered by lib/markdown
  return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
