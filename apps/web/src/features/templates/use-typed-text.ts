import { useEffect, useRef, useState } from 'react';

/** How long nothing is typed before the text is taken over, in milliseconds. */
const PAUSE_MS = 300;

interface TypedText {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
}

/**
 * A text whose every change would draw a long page anew: it is shown as it is typed, and taken over at a pause and on leaving the field.
 */
export function useTypedText(value: string, commit: (text: string) => void): TypedText {
  const [typed, setTyped] = useState<string | null>(null);
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  }, [commit]);
  const take = () => {
    if (typed === null) return;
    setTyped(null);
    if (typed !== value) latest.current(typed);
  };
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(() => {
      setTyped(null);
      latest.current(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { value: typed ?? value, onChange: setTyped, onBlur: take };
}
