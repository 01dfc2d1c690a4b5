import { FormHelperText } from '@mui/material';
import { useId, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { TextElement } from '#lib/insert-text.ts';
import type { SpeechControl } from './speech-control.ts';

/** Names the amounts that were spoken under their text, until the person leaves it: "fifteen" and "fifty" sound alike. */
export function SpokenAmounts({ control }: { readonly control: SpeechControl }) {
  const { spoken } = useSyncExternalStore(control.subscribe, control.get);
  if (spoken === null) return null;
  return <Mark element={spoken.element} amounts={spoken.amounts} />;
}

interface MarkProps {
  readonly element: TextElement;
  readonly amounts: readonly string[];
}

/** A text area cannot mark a part of its text, so the mark is at its end, as its hint is. */
function Mark({ element, amounts }: MarkProps) {
  const id = useId();
  const [host] = useState(() => document.createElement('div'));
  const text = useTextOf(element);
  // An amount that was changed by hand was looked at.
  const left = amounts.filter((amount) => text.includes(amount));
  const isShown = left.length > 0;
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    element.closest('.MuiFormControl-root')?.append(host);
    const described = () =>
      (element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .filter((each) => each !== '' && each !== id);
    element.setAttribute('aria-describedby', [...described(), id].join(' '));
    return () => {
      host.remove();
      const others = described();
      if (others.length === 0) element.removeAttribute('aria-describedby');
      else element.setAttribute('aria-describedby', others.join(' '));
    };
  }, [element, host, id, isShown]);
  return createPortal(
    isShown ? (
      <FormHelperText id={id} component="div" sx={{ mx: 0.25, overflowWrap: 'anywhere' }}>
        Spoken amounts, please check: <b>{left.join(' · ')}</b>
      </FormHelperText>
    ) : null,
    host,
  );
}

/** The text as it is now, also if a shortcut or a draft changed it. */
function useTextOf(element: TextElement): string {
  return useSyncExternalStore(
    (listener) => {
      element.addEventListener('input', listener);
      return () => element.removeEventListener('input', listener);
    },
    () => element.value,
  );
}
