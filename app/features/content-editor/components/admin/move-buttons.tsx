import { ArrowDown, ArrowUp } from "lucide-react";
import { Button } from "#app/components/admin/button.tsx";

type MoveButtonsProps = {
  /** Prefix of both buttons' ids, which are used to restore the focus. */
  id: string;
  what: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
};

const DIRECTIONS = [
  { by: -1, word: "up", Icon: ArrowUp },
  { by: 1, word: "down", Icon: ArrowDown },
] as const;

/**
 * Moves an entry of a list by one position. At the ends a button does nothing but keeps the focus.
 */
export function MoveButtons({ id, what, isFirst, isLast, onMove }: MoveButtonsProps) {
  return DIRECTIONS.map(({ by, word, Icon }) => {
    const isEnd = by === -1 ? isFirst : isLast;
    return (
      <Button
        key={word}
        id={`${id}-${word}`}
        aria-label={`Move ${what} ${word}`}
        title={`Move ${word}`}
        aria-disabled={isEnd}
        onClick={() => {
          if (!isEnd) onMove(by);
        }}
        className="px-2.5! aria-disabled:opacity-40"
      >
        <Icon className="size-4" aria-hidden="true" />
      </Button>
    );
  });
}
