import { useEffect, useEffectEvent, useState } from 'react';

interface Answer<Option> {
  readonly text: string;
  readonly options: readonly Option[];
  readonly isFailed: boolean;
}

/** Delay in milliseconds after the last keystroke. */
const PAUSE_MS = 250;

/** Searches for a text when typing pauses. Does not search for texts shorter than `minCharacters`. `onFound` gets each result. */
export function useSearch<Option>(
  text: string,
  search: (text: string, signal: AbortSignal) => Promise<readonly Option[]>,
  minCharacters: number,
  onFound: (text: string, options: readonly Option[]) => void = () => undefined,
): { readonly options: readonly Option[]; readonly isLoading: boolean; readonly isFailed: boolean } {
  const [answer, setAnswer] = useState<Answer<Option> | null>(null);
  const found = useEffectEvent(onFound);
  const isAsking = text.length >= minCharacters;
  useEffect(() => {
    if (!isAsking) return undefined;
    const controller = new AbortController();
    const lookUp = async () => {
      try {
        const options = await search(text, controller.signal);
        if (controller.signal.aborted) return;
        setAnswer({ text, options, isFailed: false });
        found(text, options);
      } catch {
        if (!controller.signal.aborted) setAnswer({ text, options: [], isFailed: true });
      }
    };
    const timer = setTimeout(() => void lookUp(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, search, isAsking]);
  if (!isAsking) return { options: [], isLoading: false, isFailed: false };
  if (answer?.text !== text) return { options: [], isLoading: true, isFailed: false };
  return { options: answer.options, isLoading: false, isFailed: answer.isFailed };
}
