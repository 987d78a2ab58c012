import { randomBytes } from "node:crypto";

/** A PDF that no other test has, of about so many bytes. */
export const createPdf = (bytes = 200): Buffer =>
  Buffer.concat([
    Buffer.from("%PDF-1.7\n% "),
    Buffer.from(randomBytes(bytes).toString("hex").slice(0, bytes)),
    Buffer.from("\ntrailer\n%%EOF\n"),
  ]);

type PaperForm = {
  file?: Buffer | null;
  name?: string;
  type?: string;
  fields?: Record<string, string>;
};

/** A form with a license, as a browser sends it. */
export function buildPaperForm({
  file = createPdf(),
  name = "license.pdf",
  type = "application/pdf",
  fields = {},
}: PaperForm = {}): FormData {
  const form = new FormData();
  const nextYear = new Date().getFullYear() + 1;
  const values = {
    intent: "add",
    kind: "license",
    number: "MP-1234",
    issuer: "Georgia Plumbing Board",
    valid_until: `${nextYear}-05-04`,
    ...fields,
  };
  for (const [field, value] of Object.entries(values)) form.set(field, value);
  if (file) form.set("file", new File([new Uint8Array(file)], name, { type }));
  return form;
}
