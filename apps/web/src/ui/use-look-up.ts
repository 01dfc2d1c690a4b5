import { useEffect, useState } from 'react';

interface Answer<Option> {
  readonly text: string;
  readonly options: readonly Option[];
  readonly isFailed: boolean;
}

/** Milliseconds of silence before a look-up starts. */
const PAUSE_MS = 250;

/** Looks up a text once typing pauses; a text shorter than `minCharacters` finds nothing without asking. */
export function useLookUp<Option>(
  text: string,
  search: (text: string, signal: AbortSignal) => Promise<readonly Option[]>,
  minCharacters: number,
): { readonly options: readonly Option[]; readonly isLoading: boolean; readonly isFailed: boolean } {
  const [answer, setAnswer] = useState<Answer<Option> | null>(null);
  const isAsking = text.length >= minCharacters;
  useEffect(() => {
    if (!isAsking) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      search(text, controller.signal).then(
        (options) => controller.signal.aborted || setAnswer({ text, options, isFailed: false }),
        () => controller.signal.aborted || setAnswer({ text, options: [], isFailed: true }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, search, isAsking]);
  if (!isAsking) return { options: [], isLoading: false, isFailed: false };
  if (answer?.text !== text) return { options: [], isLoading: true, isFailed: false };
  return { options: answer.options, isLoading: false, isFailed: answer.isFailed };
}
