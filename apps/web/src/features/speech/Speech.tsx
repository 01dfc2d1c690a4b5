import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { WritingButton } from '#ui/form/writing-field.ts';
import type { SpeechControl } from './speech-control.ts';
import { SpeechBar } from './SpeechBar.tsx';
import { SpeechButton } from './SpeechButton.tsx';
import { useSpeech } from './use-speech.ts';

/** Lets people speak into every text where one writes, if this browser or a server of the practice recognizes speech. */
export function Speech({ children }: { readonly children: ReactNode }) {
  const { control, isPossible, toggle, commands, pack } = useSpeech();
  const { pathname } = useLocation();
  const newest = useRef(toggle);
  useEffect(() => {
    newest.current = toggle;
  }, [toggle]);
  // Only one for all texts, so that they are not rendered again with each word.
  const button = useMemo(
    () =>
      isPossible ? <SpeechButton control={control} onToggle={(field) => newest.current(field)} /> : null,
    [control, isPossible],
  );
  return (
    <WritingButton value={button}>
      {children}
      <SpeechBar control={control} commands={commands} pack={pack} />
      <EndWithPage key={pathname} control={control} />
    </WritingButton>
  );
}

/** Listening ends with the page: nothing is written into another record. */
function EndWithPage({ control }: { readonly control: SpeechControl }) {
  useEffect(() => () => control.abort(), [control]);
  return null;
}
