import { useRef, useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { useStaffForm } from "#app/components/admin/use-staff-form.ts";
import { TextField } from "#app/components/form/field.tsx";
import { MAX_NUMBERS, type PhoneNumber } from "../../phone-numbers.ts";

type Result = {
  done?: string;
  failed?: string;
  errors?: Partial<Record<string, string>>;
  saved?: PhoneNumber[];
};

const EMPTY: PhoneNumber = { phone: "", label: "", pages: [] };

/** The numbers that groups of pages show in place of the main one. */
export function PhoneNumbersForm({ numbers }: { numbers: readonly PhoneNumber[] }) {
  const { Form, form, reply, errors, isBusy } = useStaffForm<Result>();
  // What the fields are based on: not what somebody else has saved since.
  const opened = useRef(numbers);
  if (reply?.saved) opened.current = reply.saved;
  const isHydrated = useHydrated();
  // Rows keep their places while the page is open, so that nothing typed moves.
  const [rows, setRows] = useState<readonly PhoneNumber[]>(numbers.length > 0 ? numbers : [EMPTY]);
  return (
    <Form ref={form} method="post" noValidate className="grid max-w-3xl gap-4">
      <input type="hidden" name="opened" value={JSON.stringify(opened.current)} />
      {rows.map(({ phone, label, pages }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the number is the identity of a row
        <fieldset key={index} className="panel-card grid gap-4 p-5 room-sm:grid-cols-2">
          <legend className="sr-only">Number {index + 1}</legend>
          <TextField
            name={`phone-${index}`}
            label="Phone"
            type="tel"
            autoComplete="off"
            hint="As visitors see it."
            defaultValue={phone}
            error={errors[`phone-${index}`]}
          />
          <TextField
            name={`label-${index}`}
            label="Label"
            autoComplete="off"
            hint="For staff, such as AC pages."
            defaultValue={label}
            error={errors[`label-${index}`]}
          />
          <TextField
            name={`pages-${index}`}
            label="Pages"
            className="room-sm:col-span-2"
            autoComplete="off"
            spellCheck={false}
            rows={Math.max(2, pages.length)}
            hint="One a line, such as /home-services/plumbing or /articles. Pages below it are included; of two that fit, the longer one counts. The home page is / alone."
            defaultValue={pages.join("\n")}
            error={errors[`pages-${index}`]}
          />
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isBusy} tone="primary">
          {isBusy ? "Saving" : "Save numbers"}
        </Button>
        <Button
          disabled={!isHydrated || rows.length >= MAX_NUMBERS}
          onClick={() => setRows([...rows, EMPTY])}
        >
          Add a number
        </Button>
      </div>
    </Form>
  );
}
