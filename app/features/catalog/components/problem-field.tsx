/**
 * "What's wrong?" of a form that opens /search. The islands script shows matching services, quizzes and
 * guides below it while somebody types.
 */
export function ProblemField({ id }: { id: string }) {
  return (
    <div className="relative">
      <label htmlFor={id} className="font-display text-lg font-bold">
        What's wrong?
      </label>
      <input
        id={id}
        name="q"
        type="text"
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Leak under the sink, no heat ..."
        className="input placeholder:text-muted"
      />
    </div>
  );
}
