import { addDays } from './calendar.ts';

/** How many days ago open work began, in days of the practice. */
export const AGES = ['today', 'days1To2', 'days3To7', 'older'] as const;
export type Age = (typeof AGES)[number];

export const AGE_LABELS: Readonly<Record<Age, string>> = {
  today: 'Today',
  days1To2: '1–2 days',
  days3To7: '3–7 days',
  older: 'Over a week',
};

/** The dates of an age on `today`, YYYY-MM-DD and inclusive. A missing end is open. */
export function ageRange(
  age: Age,
  today: string,
): { readonly startDate?: string; readonly endDate?: string } {
  const ago = (days: number) => addDays(today, -days);
  if (age === 'today') return { startDate: today };
  if (age === 'days1To2') return { startDate: ago(2), endDate: ago(1) };
  return age === 'days3To7' ? { startDate: ago(7), endDate: ago(3) } : { endDate: ago(8) };
}
