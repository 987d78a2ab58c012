import type { ShiftFormValues } from "../../load-on-shift.server.ts";
import { ShiftForm } from "./shift-form.tsx";

type StaffShiftsProps = { people: (ShiftFormValues & { name: string })[]; timeZone: string };

/** Everybody's shifts, for superadmins. */
export const StaffShifts = ({ people, timeZone }: StaffShiftsProps) => (
  <section aria-labelledby="staff-shifts" className="panel-card mt-6 max-w-3xl p-5">
    <h3 id="staff-shifts" className="font-display text-lg font-extrabold">
      Shifts
    </h3>
    <p className="mt-1 text-[0.9375rem] text-muted">
      While nobody has any, everybody counts as on shift during the regular hours.
    </p>
    <ul className="mt-2 divide-y divide-line">
      {people.map(({ name, ...values }) => (
        <li key={values.userId}>
          <details>
            <summary className="py-2.5 font-semibold wrap-anywhere">
              {name}
              <span className="ml-2 font-normal text-muted">{describe(values)}</span>
            </summary>
            <div className="pb-4">
              <ShiftForm values={values} timeZone={timeZone} name={name} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  </section>
);

const describe = ({ shifts, awayUntil }: ShiftFormValues) =>
  awayUntil
    ? "Away"
    : shifts.length > 0
      ? `${shifts.length} ${shifts.length === 1 ? "shift" : "shifts"} a week`
      : "No shifts";
