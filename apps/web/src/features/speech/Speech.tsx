import { useMemo, useRef, useEffect, type ReactNode } from 'react';
import { WritingButton } from '#ui/form/writing-field.ts';
import { SpeechBar } from './SpeechBar.tsx';
import { SpeechButton } from './SpeechButton.tsx';
import { useSpeech } from './use-speech.ts';

/** Lets people speak into every text where one writes, if this browser or a server of the practice recognizes speech. */
export function Speech({ children }: { readonly children: ReactNode }) {
  const { control, isPossible, toggle, commands, pack } = useSpeech();
  const newest = useRef(toggle);
  useEffect(() => {
    newest.current = toggle;
  }, [toggle]);
  // Only one for all texts, so that they are not rendered again with each word.
  const button = useMemo(
    () =>
      control !== null && isPossible ? (
        <SpeechButton control={control} onToggle={(field) => newest.current(field)} />
      ) : null,
    [control, isPossible],
  );
  return (
    <WritingButton value={button}>
      {children}
      {control === null ? null : <SpeechBar control={control} commands={commands} pack={pack} />}
    </WritingButton>
  );
}
