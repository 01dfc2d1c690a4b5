import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';

const NAME = 'entry';

/** The open entry. It is stored in the URL, so that Back closes it and a shared link opens it. */
export function useOpenEntry(): {
  readonly id: string | null;
  readonly open: (id: string) => void;
  readonly close: () => void;
} {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const open = useCallback(
    (id: string) =>
      setParams((now) => [...[...now].filter(([name]) => name !== NAME), [NAME, id]], { state }),
    [setParams, state],
  );
  const close = useCallback(
    // Replaces the history entry, so that Back does not open it again.
    () => setParams((now) => [...now].filter(([name]) => name !== NAME), { replace: true, state }),
    [setParams, state],
  );
  return { id: params.get(NAME), open, close };
}
