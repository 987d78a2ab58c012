import { useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { useStaffForm } from "#app/components/admin/use-staff-form.ts";
import { TextField } from "#app/components/form/field.tsx";
import { SHIFTS_A_DAY, WEEKDAYS } from "../../constants.ts";
import type { ShiftFormValues } from "../../load-on-shift.server.ts";
import { getShiftFields, type ShiftErrors } from "../../shift-schema.ts";

type Reply = { done?: string; failed?: string; message?: string; errors?: ShiftErrors };

type ShiftFormProps = {
  values: ShiftFormValues;
  timeZone: string;
  /** Whose shifts these are, where they are not the viewer's own. */
  name?: string;
};

/** The weekly shifts of a person, and until when they are away. */
export function ShiftForm({ values, timeZone, name }: ShiftFormProps) {
  const { Form, form, errors, isBusy } = useStaffForm<Reply>(({ message, ...reply }) => ({
    failed: message,
    ...reply,
  }));
  return (
    <Form ref={form} method="post" noValidate className="grid gap-4">
      <input type="hidden" name="intent" value="shifts" />
      <input type="hidden" name="userId" value={values.userId} />
      <p className="text-[0.9375rem] text-muted">
        Times are in {timeZone.replaceAll("_", " ")}. A shift that ends before it starts ends on the
        next day. {name ? "They are" : "You are"} alerted only on shift; when nobody is, everybody
        is.
      </p>
      <div className="grid divide-y divide-line">
        {WEEKDAYS.map((day, weekday) => (
          <ShiftDay key={day} day={day} weekday={weekday} values={values} errors={errors} />
        ))}
      </div>
      <TextField
        name="awayUntil"
        label="Away until"
        type="datetime-local"
        optional
        hint="Until then no shift counts, for vacations and sick days."
        defaultValue={values.awayUntil}
        error={errors.awayUntil}
        className="max-w-xs"
      />
      <Button type="submit" tone="primary" disabled={isBusy} className="justify-self-start">
        {name ? `Save the shifts of ${name}` : "Save shifts"}
      </Button>
    </Form>
  );
}

type ShiftDayProps = {
  day: string;
  weekday: number;
  values: ShiftFormValues;
  errors: ShiftErrors;
};

function ShiftDay({ day, weekday, values, errors }: ShiftDayProps) {
  const stored = values.shifts.filter((shift) => shift.weekday === weekday);
  const [count, setCount] = useState(Math.max(1, stored.length));
  const isHydrated = useHydrated();
  return (
    <fieldset className="grid gap-2 py-2 room-sm:grid-cols-[7rem_1fr] room-sm:items-start">
      <legend className="sr-only">{day}</legend>
      <span aria-hidden="true" className="font-semibold room-sm:pt-2">
        {day}
      </span>
      <div className="grid gap-2">
        {Array.from({ length: count }, (_, index) => (
          <ShiftRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end
            key={index}
            label={count > 1 ? `${day}, shift ${index + 1}` : day}
            fields={getShiftFields(weekday, index)}
            shift={stored[index]}
            errors={errors}
          >
            {index === count - 1 && count < SHIFTS_A_DAY ? (
              <Button
                aria-label={`Add a shift on ${day}`}
                disabled={!isHydrated}
                onClick={() => setCount(count + 1)}
              >
                Add
              </Button>
            ) : null}
          </ShiftRow>
        ))}
      </div>
    </fieldset>
  );
}

type ShiftRowProps = {
  label: string;
  fields: { from: string; to: string };
  shift: { from: number; to: number } | undefined;
  errors: ShiftErrors;
  children: React.ReactNode;
};

function ShiftRow({ label, fields, shift, errors, children }: ShiftRowProps) {
  const message = errors[fields.from] ?? errors[fields.to];
  const messageId = `${fields.from}-error`;
  const shared = { type: "time", className: "field-small w-32", "aria-describedby": messageId };
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <input
          {...shared}
          name={fields.from}
          data-field={fields.from}
          aria-label={`${label}, from`}
          aria-invalid={errors[fields.from] ? true : undefined}
          defaultValue={shift ? formatClock(shift.from) : ""}
        />
        to
        <input
          {...shared}
          name={fields.to}
          data-field={fields.to}
          aria-label={`${label}, to`}
          aria-invalid={errors[fields.to] ? true : undefined}
          defaultValue={shift ? formatClock(shift.to) : ""}
        />
        {children}
      </div>
      <p id={messageId} className={message ? "error mt-1 text-[0.9375rem]" : "sr-only"}>
        {message}
      </p>
    </div>
  );
}

const formatClock = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
