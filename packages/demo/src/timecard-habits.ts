/** Irregularities in an employee’s timecards. */
export type DemoHabit = 'Punctual' | 'Late' | 'Overtime' | 'No lunch' | 'Absent' | 'Forgets' | 'New hours';

/** The weekly schedule of one of the twelve demo employees; 0 is Sunday. */
export interface DemoShift {
  readonly userName: string;
  readonly days: readonly number[];
  readonly start: string;
  readonly end: string;
  readonly lunch: string | null;
  readonly lunchMinutes: number;
  readonly graceMinutes: number;
  readonly requiresLunch: boolean;
  readonly habit: DemoHabit;
}

const WEEKDAYS = [1, 2, 3, 4, 5];
const office = {
  days: WEEKDAYS,
  start: '08:00',
  end: '16:30',
  lunch: '12:00',
  lunchMinutes: 30,
  graceMinutes: 5,
  requiresLunch: true,
} as const;
const provider = {
  ...office,
  start: '08:30',
  end: '17:30',
  lunch: '12:30',
  lunchMinutes: 60,
  graceMinutes: 15,
  requiresLunch: false,
} as const;

export const DEMO_SHIFTS: readonly DemoShift[] = [
  {
    userName: 'superadmin',
    ...office,
    start: '09:00',
    end: '17:00',
    graceMinutes: 15,
    requiresLunch: false,
    habit: 'Punctual',
  },
  { userName: 'admin', ...office, start: '08:30', end: '17:00', habit: 'Punctual' },
  { userName: 'physician', ...provider, habit: 'Overtime' },
  { userName: 'midlevel', ...provider, habit: 'Punctual' },
  { userName: 'assistant', ...office, habit: 'No lunch' },
  { userName: 'staff', ...office, habit: 'New hours' },
  { userName: 'jnakamura', ...provider, days: [1, 2, 4, 5], start: '09:00', end: '18:00', habit: 'Late' },
  {
    userName: 'sfitzgerald',
    ...provider,
    days: [2, 3, 4, 5, 6],
    start: '10:00',
    end: '18:30',
    lunch: '14:00',
    lunchMinutes: 30,
    habit: 'Punctual',
  },
  { userName: 'mobrien', ...office, start: '07:30', end: '16:30', habit: 'Overtime' },
  { userName: 'ljohansson', ...office, habit: 'Forgets' },
  { userName: 'cvaldez', ...office, days: [1, 2, 3, 4, 5], start: '08:15', end: '16:45', habit: 'Absent' },
  {
    userName: 'rgreenberg',
    ...office,
    days: [1, 2, 3, 4],
    start: '07:00',
    end: '17:30',
    lunchMinutes: 45,
    habit: 'Late',
  },
];
