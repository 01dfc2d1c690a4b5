import { useEffect, useRef, useState } from 'react';

/** Pause in typing before the text is committed, in milliseconds. */
const PAUSE_MS = 300;

interface TypedText {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
}

/**
 * A debounced text input for expensive updates: typing is shown immediately and committed after a pause or on blur.
 */
export function useTypedText(value: string, commit: (text: string) => void): TypedText {
  const [typed, setTyped] = useState<string | null>(null);
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  }, [commit]);
  const commitTyped = () => {
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
  return { value: typed ?? value, onChange: setTyped, onBlur: commitTyped };
}
