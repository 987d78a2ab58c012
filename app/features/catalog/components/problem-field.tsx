/**
 * "What's wrong?" of a form that opens /search. The islands script shows matching services, quizzes
 * and guides below it while somebody types. Pages of guides ask for a topic, because their readers
 * may have no problem.
 */
export function ProblemField({ id, isTopic = false }: { id: string; isTopic?: boolean }) {
  return (
    <div className="relative">
      <label htmlFor={id} className="font-display text-lg font-bold">
        {isTopic ? "What are you looking for?" : "What's wrong?"}
      </label>
      <input
        id={id}
        name="q"
        type="text"
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        placeholder={isTopic ? "Gutters, cost, checklist ..." : "Leak under the sink, no heat ..."}
        className="input placeholder:text-muted"
      />
    </div>
  );
}
