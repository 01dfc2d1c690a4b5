import { useRef, useState, type KeyboardEvent } from 'react';
import type { AutocompleteInputChangeReason } from '@mui/material';

interface ChoiceTextOptions {
  /** What is said about a text without a choice, for example "No patient chosen". */
  readonly unchosen: string;
  /** The text of the chosen option; null for none, and in a field whose choices are shown elsewhere. */
  readonly chosen: string | null;
  /** Called when the field is left with another text than that of the chosen option. */
  readonly onDrop?: () => void;
}

/**
 * The text of a picker. It is never erased: when the field is left, the one match or the option that was reached with the arrow keys
 * is chosen; otherwise the text stays, nothing is chosen, and the form cannot be saved. Spread `props` into the Autocomplete and call
 * `picked` in its `onChange`.
 */
export function useChoiceText({ unchosen, chosen, onDrop }: ChoiceTextOptions) {
  const [typed, setTyped] = useState(chosen ?? '');
  const [isTyping, setTyping] = useState(false);
  const [isLeft, setLeft] = useState(false);
  const [shown, setShown] = useState(chosen);
  const isPicked = useRef(false);
  if (shown !== chosen) {
    setShown(chosen);
    if (chosen === null && !isLeft && !isTyping) setTyped('');
  }
  const show = (text: string) => {
    setTyped(text);
    setTyping(false);
    setLeft(false);
  };
  const isUnchosen = isLeft && chosen === null && typed.trim() !== '';
  return {
    typed,
    /** Shows the text of an option that was chosen without an event of the field. */
    show,
    picked: () => {
      isPicked.current = true;
    },
    /** What is wrong with the text; null if an option is chosen or nothing is typed. */
    problem: isUnchosen ? unchosen : null,
    props: {
      inputValue: typed,
      autoSelect: true,
      clearOnBlur: false,
      onInputChange: (_event: unknown, text: string, reason: AutocompleteInputChangeReason) => {
        if (reason === 'input') {
          isPicked.current = false;
          setTyped(text);
          setTyping(true);
          setLeft(false);
        } else if (reason !== 'reset' || !isTyping) show(text);
      },
      onBlur: () => {
        if (isPicked.current || typed.trim() === '' || typed === chosen) return;
        setTyping(false);
        setLeft(true);
        if (chosen !== null) onDrop?.();
      },
      onKeyDown: enterStays,
      'data-unchosen': isUnchosen ? '' : undefined,
    },
  };
}

/** Enter in a picker never submits the form around it; Ctrl+Enter does. */
export function enterStays(event: KeyboardEvent): void {
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
}
