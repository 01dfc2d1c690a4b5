import { fullName } from '@portal/domain/person-name';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { serverNow } from '#lib/server-clock.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';

/** Who prints, and when: "Printed by Jane Roe, 11/21/2026 2:05 PM". For the footer of what the browser prints. */
export function usePrintedBy(): () => string {
  const { dateTime } = usePracticeTimes();
  const { firstName, lastName } = useCurrentUser();
  return () =>
    [`Printed by ${fullName(firstName, lastName)}`, dateTime(serverNow())]
      .filter((part) => part !== '')
      .join(', ');
}
