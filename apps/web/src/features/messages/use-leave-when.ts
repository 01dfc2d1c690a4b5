import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Goes back to the previous page once `isDone`, or to `otherwise` if the page was opened directly. The form must be clean by
 * then, because the unsaved-changes warning also applies here.
 */
export function useLeaveWhen(isDone: boolean, otherwise: string): void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const leave = useEffectEvent(
    () => void (key === 'default' ? navigate(otherwise, { replace: true }) : navigate(-1)),
  );
  useEffect(() => {
    if (isDone) leave();
  }, [isDone]);
}
