import { formatDateUs } from '@portal/domain/date';

type Values = Readonly<Record<string, unknown>>;

/** The three states of a record that two people edit. */
interface ThreeWay<V extends Values> {
  /** As it was when the form was opened. */
  readonly base: Values;
  /** As someone else saved it. */
  readonly theirs: V;
  /** As it stands in the form. */
  readonly mine: Values;
}

export interface StaleRecord extends ThreeWay<Values> {
  readonly labels: Readonly<Record<string, string | undefined>>;
  /** Words for values that say nothing to a person, such as ids; undefined leaves it to the value itself. */
  readonly words?: ((name: string, value: unknown) => string | undefined) | undefined;
}

export interface StaleChange {
  readonly name: string;
  readonly label: string;
  readonly theirs: string;
  readonly mine: string;
  /** Both sides changed it, to different values. */
  readonly isConflict: boolean;
}

/** The labelled fields someone else changed, as texts to show. */
export function staleChanges({ base, theirs, mine, labels, words }: StaleRecord): StaleChange[] {
  const say = (name: string, value: unknown) => words?.(name, value) ?? toText(value);
  return Object.entries(labels).flatMap(([name, label]) =>
    label === undefined || isSame(theirs[name], base[name])
      ? []
      : {
          name,
          label,
          theirs: say(name, theirs[name]),
          mine: say(name, mine[name]),
          isConflict: !isSame(mine[name], base[name]) && !isSame(mine[name], theirs[name]),
        },
  );
}

/** "Keep mine": what I edited stays, everything else, the version too, is as they saved it. */
export function mergeStale<V extends Values>({ base, theirs, mine }: ThreeWay<V>): V {
  const edited = Object.entries(mine).filter(([name, value]) => !isSame(value, base[name]));
  return { ...theirs, ...Object.fromEntries(edited) };
}

/** Blank, null and absent are one value to a person. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? '') === JSON.stringify(b ?? '');
}

function toText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '(empty)';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return formatDateUs(value);
  return Array.isArray(value) ? value.map(toText).join(', ') : JSON.stringify(value);
}
