import { NO_CAUSE, OTHER_CAUSE } from "#app/features/quizzes/learning/schema.ts";

type CauseFormProps = {
  /** An outcome's id, OTHER_CAUSE or NO_CAUSE. */
  chosen: string;
  causes: readonly { id: string; diagnosis: string }[];
  /** What our quiz told the customer. */
  said: string;
  /** Why the form was refused. */
  problem: string | null;
};

/** What the cause was in the end, for a request that came from a quiz. */
export function CauseForm({ chosen, causes, said, problem }: CauseFormProps) {
  return (
    <form method="post" action="#stage" className="mt-4 grid gap-3 border-t border-line pt-4">
      <input type="hidden" name="intent" value="cause" />
      <p>
        The customer took our quiz, which said: <strong>{said}</strong>.
      </p>
      {problem ? (
        <p role="alert" className="error">
          {problem}
        </p>
      ) : null}
      <div>
        <label htmlFor="cause" className="font-semibold">
          What was it really?
        </label>
        <select id="cause" name="cause" required defaultValue={chosen} className="input mt-1">
          <option value={NO_CAUSE}>Choose</option>
          {causes.map(({ id, diagnosis }) => (
            <option key={id} value={id}>
              {diagnosis}
            </option>
          ))}
          <option value={OTHER_CAUSE}>Something else</option>
        </select>
      </div>
      <button type="submit" className="btn btn-line justify-self-start">
        Save the cause
      </button>
    </form>
  );
}
