import { formatDateUs } from './date.ts';
import { listed, type LimitCount, type PayerLimit } from './payer-limits.ts';

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
const ordinal = (n: number): string => {
  const [unit, ten] = [n % 10, Math.floor(n / 10) % 10];
  const end = ten === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][unit] ?? 'th');
  return ORDINALS[n - 1] ?? `${n}${end}`;
};
const inWords = (n: number): string => NUMBERS[n] ?? String(n);

/** "lumbar epidural", but "SI joint injection". */
const lower = (name: string): string =>
  /^\p{Lu}\p{Ll}/u.test(name) ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : name;
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const both = (parts: readonly string[]): string => new Intl.ListFormat('en-US').format(parts);
const either = (codes: string): string =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(listed(codes));
const period = (months: number): string =>
  months === 0 ? '' : ` in ${months === 1 ? 'one month' : `${months} months`}`;
const onSide = (side: LimitCount['side']): string =>
  side === null ? '' : ` on the ${side === 'LT' ? 'left' : 'right'}`;
const days = (of: readonly string[]): string => both(of.map((day) => formatDateUs(day)));

const ofPayer = ({ payer, policy }: PayerLimit): string => `${payer} ${policy}`;

const notCounted = (unsigned: readonly string[]): string =>
  unsigned.length === 0
    ? ''
    : ` Not counted: unsigned ${unsigned.length === 1 ? 'dictation' : 'dictations'} of ${days(unsigned)}.`;

/** What the payer asks first: "two sessions of 64493 or 64494 with modifier KX and at least 80% relief". */
function asked({ sessions, earlierCodes, earlierModifier, minimumRelief, months }: PayerLimit): string {
  const modifier = earlierModifier === null ? '' : ` with modifier ${earlierModifier}`;
  const relief =
    minimumRelief === 0 ? '' : ` ${modifier === '' ? 'with' : 'and'} at least ${minimumRelief}% relief`;
  const count = sessions === 1 ? 'one session' : `${inWords(sessions)} sessions`;
  return `${count} of ${either(earlierCodes ?? '')}${modifier}${relief}${period(months)}`;
}

function earlierText({ limit, side, earlier, unconfirmed, status }: LimitCount): string {
  const found = `Found${onSide(side)}: ${earlier.length === 0 ? 'none' : days(earlier.map(({ day }) => day))}.`;
  const confirm =
    status === 'unconfirmed'
      ? ` Confirm the relief after ${days(unconfirmed.map(({ day }) => day))}: it is not in the note.`
      : '';
  return `${ofPayer(limit)} pays for ${lower(limit.name)} after ${asked(limit)}. ${found}${confirm}`;
}

/** What is wrong with a note before it is signed; null if the payer pays. */
export function limitProblem(count: LimitCount): string | null {
  const { limit, side, earlier, unsigned, status } = count;
  if (status === 'paid' || status === 'last') return null;
  if (limit.earlierCodes !== null) return `${earlierText(count)}${notCounted(unsigned)}`;
  const since = earlier[0] === undefined ? '' : ` since ${formatDateUs(earlier[0].day)}`;
  return (
    `This is the ${ordinal(earlier.length + 1)} ${lower(limit.name)} session${onSide(side)}${since}. ` +
    `${ofPayer(limit)} pays at most ${inWords(limit.sessions)}${period(limit.months)}.${notCounted(unsigned)}`
  );
}

/** What to know of a rule before the procedure is chosen; null if there is nothing to say. */
export function limitNotice(count: LimitCount): string | null {
  const { limit, side, earlier, unsigned, status } = count;
  if (limit.earlierCodes !== null)
    return status === 'paid' ? null : `${earlierText(count)}${notCounted(unsigned)}`;
  if (earlier.length === 0 && unsigned.length === 0) return null;
  const since =
    earlier[0] === undefined
      ? period(limit.months)
      : ` since ${earlier[0].day.slice(5, 7)}/${earlier[0].day.slice(0, 4)}`;
  const most = `at most ${limit.sessions}${period(limit.months)}: ${ofPayer(limit)}`;
  const session = `${capital(ordinal(earlier.length + 1))} ${lower(limit.name)}${onSide(side)}${since} (${most})`;
  return unsigned.length === 0 ? session : `${session}.${notCounted(unsigned)}`;
}

/** What a rule says: "At most four sessions in 12 months, each side separately". */
export function limitRule(limit: PayerLimit): string {
  const { sessions, months, earlierCodes, isBySide } = limit;
  const most = `At most ${sessions === 1 ? 'one session' : `${inWords(sessions)} sessions`}${period(months)}`;
  return `${earlierCodes === null ? most : `After ${asked(limit)}`}${isBySide ? ', each side separately' : ''}`;
}

/** Which lines a rule counts: "62323, 64483 with KX". */
export function limitCodes({ codes, withModifier, withoutModifier }: PayerLimit): string {
  const modifiers = [
    withModifier === null ? '' : ` with ${withModifier}`,
    withoutModifier === null ? '' : ` without ${withoutModifier}`,
  ];
  return `${codes}${modifiers.join('')}`;
}
