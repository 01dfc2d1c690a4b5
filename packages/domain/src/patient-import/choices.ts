import { PLAIN_FIELDS, type ImportField } from './columns.ts';
import { COVERAGE_FIELDS } from './coverage.ts';
import { LinesByText, type TextLines } from './lines-by-text.ts';

/** What a person can choose for a kind of value instead of failing its rows. */
export const VALUE_CHOICES = ['leave out', 'accept'] as const;
export type ValueChoice = (typeof VALUE_CHOICES)[number];
/** The choices of a person, by kind. Rows with a value of any other kind fail. */
export type ValueChoices = Readonly<Record<string, ValueChoice>>;

/** A value that cannot be read. The message, which never holds the value, is its kind. */
export interface ValueProblem {
  readonly field: string;
  readonly message: string;
}

/** A kind of value in a file. `choice`: what can be chosen for it; null if its rows fail in any case. */
export interface FoundValue extends TextLines {
  readonly choice: ValueChoice | null;
}

/** Fields whose value can be left out. Names, birth date and status are not among them: without them, it may be somebody else. */
export const OPTIONAL_FIELDS: ReadonlySet<string> = new Set<ImportField>([
  'formerMrn',
  'gender',
  'socialSecurityNumber',
  'address',
  'addressLine2',
  'city',
  'state',
  'zipCode',
  'phone',
  'email',
  ...PLAIN_FIELDS,
  ...COVERAGE_FIELDS,
]);

/** In years. Whether somebody older is alive is asked for. */
const MAX_AGE = 115;
const TOO_OLD = `Date of birth is more than ${MAX_AGE} years ago`;
const EPOCH = 'Date of birth is 01/01/1970, which some systems write for none';

/** Why a birth date (YYYY-MM-DD) may be none; null if it is an ordinary one. Earlier ones than 1900 are refused anyway. */
export function birthDateDoubt(date: string, today: string): string | null {
  if (date === '1970-01-01') return EPOCH;
  const oldest = `${Number(today.slice(0, 4)) - MAX_AGE}${today.slice(4)}`;
  return date >= '1900-01-01' && date < oldest ? TOO_OLD : null;
}

/** What a person can choose instead of failing a row; null if nothing. */
export function possibleChoice({ field, message }: ValueProblem): ValueChoice | null {
  if (message === TOO_OLD || message === EPOCH) return 'accept';
  return OPTIONAL_FIELDS.has(field) ? 'leave out' : null;
}

/** Divides the problems of a row into those that fail it and those that a person has decided, which become notes. */
export function applyChoices<Problem extends ValueProblem>(
  problems: readonly Problem[],
  choices: ValueChoices = {},
): {
  readonly failing: readonly Problem[];
  readonly decided: readonly Problem[];
  readonly notes: readonly string[];
} {
  const { failing = [], decided = [] } = Object.groupBy(problems, (problem) => {
    const choice = possibleChoice(problem);
    return choice !== null && choices[problem.message] === choice ? 'decided' : 'failing';
  });
  const notes = decided.map(
    (problem) => `${problem.message}: ${possibleChoice(problem) === 'accept' ? 'accepted' : 'left out'}`,
  );
  return { failing, decided, notes };
}

/** Counts the values of a file that cannot be read, by kind. */
export class ValueCounter {
  readonly #lines = new LinesByText();
  readonly #choices = new Map<string, ValueChoice | null>();

  add(problems: readonly ValueProblem[], line: number): void {
    for (const problem of problems) {
      this.#lines.add(problem.message, line);
      this.#choices.set(problem.message, possibleChoice(problem));
    }
  }

  /** The kinds, the most frequent ones first. */
  get found(): readonly FoundValue[] {
    return this.#lines.found.map((each) => ({ ...each, choice: this.#choices.get(each.text) ?? null }));
  }
}
