import { addDays } from '@portal/domain/calendar';
import { useEffect, useRef } from 'react';

/** Steps by days from the last requested day, even if it is not rendered yet, so that two quick clicks are two steps. */
export function useDaySteps(day: string, onChange: (day: string) => void): (days: number) => void {
  const latest = useRef(day);
  useEffect(() => {
    latest.current = day;
  }, [day]);
  return (days) => {
    latest.current = addDays(latest.current, days);
    onChange(latest.current);
  };
}
