import { formatDateUs } from '@portal/domain/date';

type Values = Readonly<Record<string, unknown>>;

/** The three states of a record that two people edit. */
interface ThreeWay<V extends Values> {
  /** The values when the form was opened. */
  readonly base: Values;
  /** The values that someone else saved. */
  readonly theirs: V;
  /** The current values in the form. */
  readonly mine: Values;
}

export interface StaleRecord extends ThreeWay<Values> {
  readonly labels: Readonly<Record<string, string | undefined>>;
  /** Display text for values such as IDs; undefined shows the value itself. */
  readonly words?: ((name: string, value: unknown) => string | undefined) | undefined;
}

export interface StaleChange {
  readonly name: string;
  readonly label: string;
  readonly theirs: string;
  readonly mine: string;
  /** Both users changed it, to different values. */
  readonly isConflict: boolean;
}

/** The labeled fields that someone else changed, as display text. */
export function staleChanges({ base, theirs, mine, labels, words }: StaleRecord): StaleChange[] {
  const format = (name: string, value: unknown) => words?.(name, value) ?? toText(value);
  return Object.entries(labels).flatMap(([name, label]) =>
    label === undefined || isSame(theirs[name], base[name])
      ? []
      : {
          name,
          label,
          theirs: format(name, theirs[name]),
          mine: format(name, mine[name]),
          isConflict: !isSame(mine[name], base[name]) && !isSame(mine[name], theirs[name]),
        },
  );
}

/** Whether both users changed a labeled field, to different values. */
export const hasConflict = (record: StaleRecord): boolean =>
  staleChanges(record).some(({ isConflict }) => isConflict);

/** Merges for "Keep mine": keeps my edits, and uses their values for everything else, including the version. */
export function mergeStale<V extends Values>({ base, theirs, mine }: ThreeWay<V>): V {
  const edited = Object.entries(mine).filter(([name, value]) => !isSame(value, base[name]));
  return { ...theirs, ...Object.fromEntries(edited) };
}

/** Blank, null and undefined count as the same value. */
function isSame(a: unknown, b: unknown): boolean {
  return textOf(a ?? '') === textOf(b ?? '');
}

/** A value as text that is the same in whatever order objects have their properties: databases do not keep it. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.entries(part).toSorted(([one], [two]) => (one < two ? -1 : 1))
      : part,
  );

function toText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '(empty)';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return formatDateUs(value);
  return Array.isArray(value) ? value.map(toText).join(', ') : JSON.stringify(value);
}
