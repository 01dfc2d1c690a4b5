import { Typography } from '@mui/material';
import { useSyncExternalStore } from 'react';
import { speechServer, speechSupport } from '#lib/speech/speech-support.ts';
import { Section } from '#ui/Section.tsx';

const TEXTS = {
  server:
    'A server in your practice’s network recognizes speech. Press Alt+M in a text where you write, or its microphone.',
  unknown: 'The portal asks this browser whether it can recognize speech on this device.',
  ready:
    'This browser recognizes speech on this device. Press Alt+M in a text where you write, or its microphone.',
  downloadable:
    'This browser can recognize speech on this device after it has loaded a language pack. Press Alt+M in a text where you write.',
  none: 'Speech: this browser cannot recognize speech on this device. Chrome or Edge 139 or later on a computer can. The portal never sends what you say over the internet.',
} as const;

/** Whether one can speak into texts in this browser, and what would be needed. */
export function SpeechSection() {
  const support = useSyncExternalStore(speechSupport.subscribe, speechSupport.get);
  return (
    <Section title="Speech">
      <Typography color="textSecondary">{TEXTS[speechServer() === null ? support : 'server']}</Typography>
    </Section>
  );
}
