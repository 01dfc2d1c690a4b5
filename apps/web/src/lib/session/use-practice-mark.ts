import type { ResultOf } from '@portal/contract/endpoint';
import { practiceMark } from '@portal/contract/practice';
import { useEffect, useState } from 'react';
import { call } from '#lib/portal.ts';

const NONE: ResultOf<typeof practiceMark> = { name: null, logo: null };

/**
 * The practice's name and logo before anyone signs in, without the code of other queries. The sign-in screen does without them if they
 * cannot be loaded.
 */
export function usePracticeMark(): ResultOf<typeof practiceMark> {
  const [mark, setMark] = useState(NONE);
  useEffect(() => {
    const left = new AbortController();
    call(practiceMark, { signal: left.signal }).then(setMark, () => undefined);
    return () => left.abort();
  }, []);
  return mark;
}
