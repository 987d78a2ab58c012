import { useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { useStaffForm } from "#app/components/admin/use-staff-form.ts";
import { TextField } from "#app/components/form/field.tsx";
import { CANNED_TITLE_LENGTH, MAX_CANNED_REPLIES, MESSAGE_LENGTH } from "../../constants.ts";
import type { CannedReply } from "../../schema.ts";

const EMPTY: CannedReply = { title: "", text: "" };

/** The texts that staff answer customers often with. */
export function CannedRepliesForm({ replies }: { replies: readonly CannedReply[] }) {
  const { Form, form, errors, isBusy } = useStaffForm<{
    done?: string;
    errors?: Partial<Record<string, string>>;
  }>();
  // Fields keep their numbers while the page is open, so that nothing typed moves.
  const [rows, setRows] = useState<readonly CannedReply[]>(replies);
  return (
    <section aria-labelledby="canned-replies" className="panel-card mt-6 max-w-3xl p-5">
      <h3 id="canned-replies" className="font-display text-lg font-extrabold">
        Canned replies
      </h3>
      <p className="mt-1 text-muted">
        Staff pick one when they answer a customer, and may change it before they send it. To remove
        one, empty its title and text.
      </p>
      <Form ref={form} method="post" noValidate className="mt-3 grid gap-4">
        <input type="hidden" name="intent" value="canned-replies" />
        {rows.map(({ title, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the number is the identity of a row
          <fieldset key={index} className="grid gap-3 rounded-xl border border-line p-3">
            <legend className="px-1 font-semibold">Reply {index + 1}</legend>
            <TextField
              name={`title-${index}`}
              label="Title"
              autoComplete="off"
              maxLength={CANNED_TITLE_LENGTH}
              defaultValue={title}
              error={errors[`title-${index}`]}
            />
            <TextField
              name={`text-${index}`}
              label="Text"
              rows={3}
              maxLength={MESSAGE_LENGTH}
              defaultValue={text}
              error={errors[`text-${index}`]}
            />
          </fieldset>
        ))}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={isBusy} tone="primary">
            Save replies
          </Button>
          <Button
            disabled={rows.length >= MAX_CANNED_REPLIES}
            onClick={() => setRows([...rows, EMPTY])}
          >
            Add a reply
          </Button>
        </div>
      </Form>
    </section>
  );
}
