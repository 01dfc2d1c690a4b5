import type { Validity } from './billing-code-fact.ts';
import { isValidOn } from './billing-code-facts.ts';
import { addDays, addMonths } from './calendar.ts';
import { splitModifiers } from './template/billing.ts';

/**
 * A rule of a payer about how often it pays for a procedure. A session is a day of a patient, whatever its lines. Without
 * `earlierCodes`, at most `sessions` in `months` are paid; with them, the procedure is paid after so many earlier sessions of those
 * codes. The rule counts on its days, which are days of service.
 */
export interface PayerLimit extends Validity {
  /** What is counted: "Lumbar epidural". */
  readonly name: string;
  readonly payer: string;
  /** What the payer calls the rule: "L33906". */
  readonly policy: string;
  /** "62322, 62323". */
  readonly codes: string;
  /** Only lines with, or without, this modifier count. */
  readonly withModifier: string | null;
  readonly withoutModifier: string | null;
  readonly sessions: number;
  /** 0 counts all earlier sessions. */
  readonly months: number;
  readonly earlierCodes: string | null;
  readonly earlierModifier: string | null;
  /** In percent, of each earlier session; 0 for none. */
  readonly minimumRelief: number;
  /** Whether each side is counted separately. */
  readonly isBySide: boolean;
}

/** A procedure line. Modifiers are separated by commas. */
export interface LimitLine {
  readonly code: string;
  readonly modifiers: string;
}

/** A note of the patient with lines that rules count. */
export interface LimitNote {
  readonly dictationId: string;
  /** YYYY-MM-DD. */
  readonly procedureDate: string;
  readonly isSigned: boolean;
  readonly lines: readonly LimitLine[];
  /** As the note has it, or null. */
  readonly relief: string | null;
}

/** What rules are counted for. */
export interface LimitCase {
  readonly procedureDate: string;
  readonly lines: readonly LimitLine[];
  /** The patient's other notes. */
  readonly notes: readonly LimitNote[];
}

type Side = 'LT' | 'RT';

/** An earlier day on which the procedure was done. */
export interface Session {
  readonly day: string;
  readonly dictationIds: readonly string[];
}

/** Which sessions a rule counts for a note, and whether there are too many. */
export interface LimitCount<Limit extends PayerLimit = PayerLimit> {
  readonly limit: Limit;
  /** Null if sides are counted together. */
  readonly side: Side | null;
  /** Signed sessions that count, oldest first. */
  readonly earlier: readonly Session[];
  /** Those of `earlier` whose relief no note has. */
  readonly unconfirmed: readonly Session[];
  /** Days of unsigned notes, which do not count. */
  readonly unsigned: readonly string[];
  /** Whether the payer pays: yes, for the last time, or no. Unconfirmed: if the relief was enough. */
  readonly status: 'paid' | 'last' | 'unconfirmed' | 'unpaid';
}

/** The codes of a list such as "62322, 62323". */
export const listed = (codes: string): readonly string[] =>
  codes
    .toUpperCase()
    .split(/[\s,;]+/u)
    .filter((code) => code !== '');

/** A list of codes as it is stored: "62322, 62323". */
export const codeListText = (codes: string): string => [...new Set(listed(codes))].join(', ');

/** The codes of a rule: those that count, and those that must come first. */
export const codesOfLimit = ({ codes, earlierCodes }: PayerLimit): readonly string[] => [
  ...listed(codes),
  ...listed(earlierCodes ?? ''),
];

/** The rules that a note with these codes can meet on its day. */
export function limitsFor<Limit extends PayerLimit>(
  limits: readonly Limit[],
  day: string,
  codes: ReadonlySet<string>,
): readonly Limit[] {
  return limits.filter(
    (limit) => isValidOn(limit, day) && listed(limit.codes).some((code) => codes.has(code)),
  );
}

/** The first day of the months that end on a day, or null: 12 months that end on 02/10/2027 begin on 02/11/2026. */
export const firstDayOf = (months: number, day: string): string | null =>
  months === 0 ? null : addDays(addMonths(day, -months), 1);

/** The first day of which notes are needed to count these rules; null for all. */
export function firstDayFor(limits: readonly PayerLimit[], day: string): string | null {
  const months = limits.map((limit) => (limit.earlierCodes === null ? limit.months : 0));
  return months.includes(0) ? null : firstDayOf(Math.max(0, ...months), day);
}

/** Which lines count. */
interface Counted {
  readonly codes: string;
  readonly withModifier: string | null;
  readonly withoutModifier: string | null;
}

const earlierOf = ({ earlierCodes, earlierModifier }: PayerLimit): Counted => ({
  codes: earlierCodes ?? '',
  withModifier: earlierModifier,
  withoutModifier: null,
});

/** Whether a rule counts a line. */
export const countsLine = (
  { code, modifiers }: LimitLine,
  { codes, withModifier, withoutModifier }: Counted,
): boolean => {
  const all = splitModifiers(modifiers.toUpperCase());
  return (
    listed(codes).includes(code.toUpperCase()) &&
    (withModifier === null || all.includes(withModifier)) &&
    (withoutModifier === null || !all.includes(withoutModifier))
  );
};

/** The sides of a line: both without LT or RT, such as with 50. */
function sidesOf({ modifiers }: LimitLine): readonly Side[] {
  const all = splitModifiers(modifiers.toUpperCase());
  const [left, right] = [all.includes('LT'), all.includes('RT')];
  if (left === right) return ['LT', 'RT'];
  return left ? ['LT'] : ['RT'];
}

const isOn = (line: LimitLine, side: Side | null): boolean => side === null || sidesOf(line).includes(side);

/** The earlier sessions of the note's patient on a side, by their day, oldest first. */
function sessionsOf(
  { procedureDate, notes }: LimitCase,
  counted: Counted,
  side: Side | null,
  months: number,
): readonly (Session & { readonly notes: readonly LimitNote[] })[] {
  const first = firstDayOf(months, procedureDate);
  const found = notes.filter(
    (note) =>
      note.isSigned &&
      note.procedureDate < procedureDate &&
      (first === null || note.procedureDate >= first) &&
      note.lines.some((line) => countsLine(line, counted) && isOn(line, side)),
  );
  return [...Map.groupBy(found, (note) => note.procedureDate)]
    .map(([day, those]) => ({ day, notes: those, dictationIds: those.map(({ dictationId }) => dictationId) }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

const PERCENT = /^\D{0,12}?(\d{1,3})(?:\s*(?:-|–|to)\s*\d{1,3})?\s*(?:%|percent)?$/iu;

/** The relief of a note in percent, the least of a range; null if it does not say one. */
export function reliefPercent(text: string | null): number | null {
  const percent = Number(PERCENT.exec(text?.trim() ?? '')?.[1] ?? Number.NaN);
  return percent <= 100 ? percent : null;
}

/** Counts a rule for a note that it is about, for each of its sides if the rule does. */
function countLimit<Limit extends PayerLimit>(
  limit: Limit,
  { of, own }: { readonly of: LimitCase; readonly own: readonly LimitLine[] },
): readonly LimitCount<Limit>[] {
  const sides: readonly (Side | null)[] = !limit.isBySide
    ? [null]
    : own.length === 0
      ? ['LT', 'RT']
      : [...new Set(own.flatMap(sidesOf))];
  return sides.map((side) => {
    const shared = { limit, side, unsigned: unsignedDays(limit, of, side) };
    return limit.earlierCodes === null
      ? { ...shared, ...countMost(limit, of, side) }
      : { ...shared, ...countEarlier(limit, of, side) };
  });
}

function countMost(limit: PayerLimit, of: LimitCase, side: Side | null) {
  const earlier = sessionsOf(of, limit, side, limit.months);
  const session = earlier.length + 1;
  const status = session > limit.sessions ? 'unpaid' : session === limit.sessions ? 'last' : 'paid';
  return { earlier, unconfirmed: [], status } as const;
}

function countEarlier(limit: PayerLimit, of: LimitCase, side: Side | null) {
  const { minimumRelief } = limit;
  const found = sessionsOf(of, earlierOf(limit), side, limit.months);
  const reliefs = found.map(({ notes }) => notes.flatMap(({ relief }) => reliefPercent(relief) ?? []));
  const earlier = found.filter((_, at) => {
    const relief = reliefs[at] ?? [];
    return relief.length === 0 || Math.max(...relief) >= minimumRelief;
  });
  const unconfirmed =
    minimumRelief === 0 ? [] : earlier.filter((each) => reliefs[found.indexOf(each)]?.length === 0);
  const isRepeat = sessionsOf(of, limit, side, 0).length > 0;
  const isEnough = (sessions: number) => isRepeat || sessions >= limit.sessions;
  const status = isEnough(earlier.length - unconfirmed.length)
    ? 'paid'
    : isEnough(earlier.length)
      ? 'unconfirmed'
      : 'unpaid';
  return { earlier, unconfirmed, status } as const;
}

function unsignedDays(
  limit: PayerLimit,
  { procedureDate, notes }: LimitCase,
  side: Side | null,
): readonly string[] {
  const first = firstDayOf(limit.months, procedureDate);
  const counted = limit.earlierCodes === null ? limit : earlierOf(limit);
  const days = notes
    .filter(
      (note) =>
        !note.isSigned &&
        note.procedureDate <= procedureDate &&
        (first === null || note.procedureDate >= first) &&
        note.lines.some((line) => countsLine(line, counted) && isOn(line, side)),
    )
    .map((note) => note.procedureDate);
  return [...new Set(days)].toSorted();
}

/** Counts the rules for a note with these lines. Rules that none of them meets are left out. */
export const countLimits = <Limit extends PayerLimit>(
  limits: readonly Limit[],
  of: LimitCase,
): readonly LimitCount<Limit>[] =>
  limits.flatMap((limit) => {
    const own = of.lines.filter((line) => countsLine(line, limit));
    return own.length === 0 || !isValidOn(limit, of.procedureDate) ? [] : countLimit(limit, { of, own });
  });

/**
 * Counts the rules for a note whose lines are not complete: `codes` can be added to it. Once it has a line with one of a rule's codes,
 * its modifiers decide.
 */
export const expectLimits = <Limit extends PayerLimit>(
  limits: readonly Limit[],
  of: LimitCase,
  codes: ReadonlySet<string>,
): readonly LimitCount<Limit>[] =>
  limitsFor(
    limits,
    of.procedureDate,
    new Set([...codes, ...of.lines.map(({ code }) => code.toUpperCase())]),
  ).flatMap((limit) => {
    const own = of.lines.filter((line) => countsLine(line, limit));
    const isOther = of.lines.some(({ code }) => listed(limit.codes).includes(code.toUpperCase()));
    return own.length === 0 && isOther ? [] : countLimit(limit, { of, own });
  });
