import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import type { WritingField } from '#ui/form/writing-field.ts';
import type { SpeechControl } from './speech-control.ts';
import { SpeechBar } from './SpeechBar.tsx';
import { SpokenAmounts } from './SpokenAmounts.tsx';
import { speechRequest } from './speech-requests.ts';
import { useSpeech } from './use-speech.ts';

/** Listens, beginning in the first text. */
export function SpeechSession({ first }: { readonly first: WritingField }) {
  const { control, toggle, commands, pack } = useSpeech();
  const { pathname } = useLocation();
  const request = useEffectEvent(toggle);
  useEffect(() => {
    request(first);
    return speechRequest.listen((field) => request(field));
  }, [first]);
  return (
    <>
      <SpeechBar control={control} commands={commands} pack={pack} />
      <SpokenAmounts control={control} />
      <EndWithPage key={pathname} control={control} />
    </>
  );
}

/** Listening ends with the page: nothing is written into another record. */
function EndWithPage({ control }: { readonly control: SpeechControl }) {
  useEffect(() => () => control.abort(), [control]);
  return null;
}
