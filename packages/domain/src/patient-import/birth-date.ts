import { isDateOnly } from '../date.ts';

/** How a file writes dates with numbers only, such as 03/04/1980. */
export type DateOrder = 'month first' | 'day first';

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const TIME = /[T\s]\d{1,2}:\d{2}.*$/;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const NUMBERS = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/;
const DAY_AND_NAME = /^(\d{1,2})[-/.\s]*([a-z]{3,9})\.?[-/.,\s]*(\d{4}|\d{2})$/i;
const NAME_AND_DAY = /^([a-z]{3,9})\.?[-/.\s]*(\d{1,2})[-/.,\s]+(\d{4}|\d{2})$/i;

/** The order that a date proves, or undefined if both are possible or it has another form. */
export function provenOrder(text: string): DateOrder | undefined {
  const match = NUMBERS.exec(withoutTime(text));
  if (match === null) return undefined;
  const [first, second] = [Number(match[1]), Number(match[3])];
  if (first > 12 && second <= 12) return 'day first';
  return second > 12 && first <= 12 ? 'month first' : undefined;
}

/** The dates of a file that prove an order, with the first of them. */
export type ProvenDates = Readonly<
  Record<
    DateOrder,
    { readonly count: number; readonly examples: readonly { readonly line: number; readonly date: string }[] }
  >
>;

/** Dates of each order that are shown. */
const EXAMPLES = 5;

const noDates = () => ({ count: 0, examples: new Array<{ line: number; date: string }>() });

/** Collects the dates of a file that prove an order. */
export class DateOrders {
  readonly #found = { 'month first': noDates(), 'day first': noDates() };

  add(text: string, line: number): void {
    const order = provenOrder(text);
    if (order === undefined) return;
    const proven = this.#found[order];
    proven.count += 1;
    if (proven.examples.length < EXAMPLES) proven.examples.push({ line, date: text.trim() });
  }

  get found(): ProvenDates {
    return this.#found;
  }

  /** Whether the file has dates of both orders. Then a person must choose one: dates such as 03/04/1980 may be either. */
  get isMixed(): boolean {
    return this.#found['month first'].count > 0 && this.#found['day first'].count > 0;
  }

  /** The order that more dates prove, or month first. */
  get order(): DateOrder {
    return decideOrder({
      'month first': this.#found['month first'].count,
      'day first': this.#found['day first'].count,
    });
  }
}

/** The order of a file, from the number of its dates that prove each one. */
export function decideOrder(counts: Readonly<Record<DateOrder, number>>): DateOrder {
  return counts['day first'] > counts['month first'] ? 'day first' : 'month first';
}

/**
 * Parses a date of birth in any usual form to YYYY-MM-DD; null if it is no date. A year of two digits is the latest one that is not
 * after `today`.
 */
export function parseBirthDate(
  text: string,
  { order, today }: { readonly order: DateOrder; readonly today: string },
): string | null {
  const date = withoutTime(text);
  const [year, month, day] = partsOf(date, order);
  if (year === undefined || month === undefined || day === undefined) return null;
  const [mm, dd] = [month.padStart(2, '0'), day.padStart(2, '0')];
  const years = year.length === 2 ? [`20${year}`, `19${year}`] : [year];
  const dates = years.map((each) => `${each}-${mm}-${dd}`).filter((each) => isDateOnly(each));
  return dates.find((each) => each <= today) ?? dates[0] ?? null;
}

/** Whether a date has a year of two digits. */
export const hasShortYear = (text: string, order: DateOrder): boolean =>
  partsOf(withoutTime(text), order)[0]?.length === 2;

const withoutTime = (text: string): string => text.trim().replace(TIME, '').trim();

function partsOf(text: string, order: DateOrder): readonly (string | undefined)[] {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) return yearFirst.slice(1);
  const numbers = NUMBERS.exec(text);
  if (numbers !== null) {
    const [, first, , second, year] = numbers;
    return order === 'month first' ? [year, first, second] : [year, second, first];
  }
  const digits = /^\d{8}$/.exec(text)?.[0];
  if (digits !== undefined) return eightDigits(digits, order);
  const dayAndName = DAY_AND_NAME.exec(text);
  if (dayAndName !== null) return [dayAndName[3], monthNumber(dayAndName[2]), dayAndName[1]];
  const nameAndDay = NAME_AND_DAY.exec(text);
  return nameAndDay === null ? [] : [nameAndDay[3], monthNumber(nameAndDay[1]), nameAndDay[2]];
}

/** YYYYMMDD, or else MMDDYYYY or DDMMYYYY. */
function eightDigits(text: string, order: DateOrder): readonly string[] {
  if (/^(?:19|20)\d\d(?:0[1-9]|1[0-2])/.test(text))
    return [text.slice(0, 4), text.slice(4, 6), text.slice(6)];
  const [first, second, year] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)];
  return order === 'month first' ? [year, first, second] : [year, second, first];
}

function monthNumber(name = ''): string | undefined {
  const at = MONTHS.findIndex((month) => month.startsWith(name.toLowerCase()));
  return at === -1 ? undefined : String(at + 1);
}
