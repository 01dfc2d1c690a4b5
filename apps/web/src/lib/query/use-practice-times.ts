import {
  formatActivityTime,
  formatDateTime,
  formatTime,
  formatTimeOfDay,
  formatTimestamp,
  zoneAbbreviation,
  type PracticeClock,
} from '@portal/domain/clock';
import { dateIn, formatDateUs, type Instant } from '@portal/domain/date';
import { usePractice } from './use-practice.ts';

type Format = (at: Instant) => string;

/** Formats moments in the practice's time zone and on its clock; blank until these settings are loaded. */
export interface PracticeTimes {
  /** The settings, once loaded. */
  readonly practice: PracticeClock | undefined;
  /** MM/DD/YYYY. */
  readonly date: Format;
  /** "3:04 PM" or "15:04". */
  readonly time: Format;
  /** "3:04:05 PM" or "15:04:05". */
  readonly timeWithSeconds: Format;
  /** MM/DD/YYYY and the time. */
  readonly dateTime: Format;
  /** MM/DD/YYYY HH:mm, always on the 24-hour clock. */
  readonly callTime: Format;
  /** MM/DD/YYYY HH:mm:ss, always on the 24-hour clock. */
  readonly timestamp: Format;
  /** "Jan 5, 3:04 PM", always on the 12-hour clock. */
  readonly activity: Format;
  /** The abbreviation of the time zone, such as "EST". */
  readonly zone: Format;
  /** Formats an HH:mm time of day: "8:30 AM" or "08:30". */
  readonly timeOfDay: (time: string) => string;
}

/** A text takes up to 0.1 ms, and a list that is shown again has hundreds of the same. */
const MOST_KNOWN = 1_000;

/** Creates the formats for these settings. */
export function practiceTimes(practice: PracticeClock | undefined): PracticeTimes {
  const format = (write: (at: Instant, practice: PracticeClock) => string): Format => {
    const known = new Map<string, string>();
    return (at) => {
      if (practice === undefined) return '';
      const key = String(at);
      const text = known.get(key) ?? write(at, practice);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(key, text);
      return text;
    };
  };
  return {
    practice,
    date: format((at, { timeZone }) => formatDateUs(dateIn(timeZone, at))),
    time: format(formatTime),
    timeWithSeconds: format((at, given) => formatTime(at, given, true)),
    dateTime: format(formatDateTime),
    callTime: format((at, { timeZone }) => formatDateTime(at, { timeZone, clock: '24' })),
    timestamp: format((at, { timeZone }) => formatTimestamp(at, timeZone)),
    activity: format((at, { timeZone }) => formatActivityTime(at, timeZone)),
    zone: format((at, { timeZone }) => zoneAbbreviation(at, timeZone)),
    timeOfDay: (time) => (practice === undefined ? '' : formatTimeOfDay(time, practice.clock)),
  };
}

const UNKNOWN = practiceTimes(undefined);
/** By time zone and clock, so that all pages share what was written before. */
const shared = new Map<string, PracticeTimes>();

/** The only way to show a moment on a screen. The result changes only when the settings do. */
export function usePracticeTimes(): PracticeTimes {
  const { timeZone, clock } = usePractice().data ?? {};
  if (timeZone === undefined || clock === undefined) return UNKNOWN;
  const key = `${timeZone} ${clock}`;
  const times = shared.get(key) ?? practiceTimes({ timeZone, clock });
  shared.set(key, times);
  return times;
}
