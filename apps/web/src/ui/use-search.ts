import { MAX_SEARCH } from '@portal/domain/list';
import { tooManyCharacters } from '@portal/domain/text';
import { useEffect, useEffectEvent, useState } from 'react';

interface Answer<Option> {
  readonly text: string;
  readonly options: readonly Option[];
  readonly isFailed: boolean;
}

/** Delay in milliseconds after the last keystroke. */
const PAUSE_MS = 250;

/** What a search found. */
interface Search<Option> {
  readonly options: readonly Option[];
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  /** The text is too long to search for, in words. */
  readonly tooLong: string | null;
}

/**
 * Searches for a text when typing pauses. Does not search for texts shorter than `minCharacters` or over the limit of a search.
 * `onFound` gets each result.
 */
export function useSearch<Option>(
  text: string,
  search: (text: string, signal: AbortSignal) => Promise<readonly Option[]>,
  minCharacters: number,
  onFound: (text: string, options: readonly Option[]) => void = () => undefined,
): Search<Option> {
  const [answer, setAnswer] = useState<Answer<Option> | null>(null);
  const found = useEffectEvent(onFound);
  const tooLong = tooManyCharacters(text, MAX_SEARCH);
  const isAsking = text.length >= minCharacters && tooLong === null;
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
  if (!isAsking) return { options: [], isLoading: false, isFailed: false, tooLong };
  if (answer?.text !== text) return { options: [], isLoading: true, isFailed: false, tooLong };
  return { options: answer.options, isLoading: false, isFailed: answer.isFailed, tooLong };
}
