import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Goes back to where the user came from, for example the list on its page, once `isDone`; to `otherwise` when the page was opened
 * directly. Going back is asked about like any leaving, so the form has to be clean by then.
 */
export function useLeaveWhen(isDone: boolean, otherwise: string): void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const leave = useEffectEvent(() => void (key === 'default' ? navigate(otherwise) : navigate(-1)));
  useEffect(() => {
    if (isDone) leave();
  }, [isDone]);
}
