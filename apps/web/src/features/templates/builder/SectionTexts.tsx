import { Box, TextField } from '@mui/material';
import { unprintableProblem } from '@portal/domain/printable-characters';
import { TEMPLATE_LIMITS, type TemplateSection } from '@portal/domain/template/content';
import { tooManyCharacters } from '@portal/domain/text';
import { useEffect, useRef, useState } from 'react';
import { withSection } from './template-draft.ts';
import type { BuilderState } from './use-builder.ts';

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
function useTypedText(value: string, commit: (text: string) => void): TypedText {
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

interface SectionTextsProps {
  readonly section: TemplateSection;
  /** From 0. */
  readonly at: number;
  readonly builder: BuilderState;
  readonly isClosed: boolean;
}

/** Title and description of a section, edited in place. Typing in one of them is one undo step. */
export function SectionTexts({ section, at, builder, isClosed }: SectionTextsProps) {
  const change = (texts: Partial<Pick<TemplateSection, 'title' | 'description'>>) =>
    builder.change(withSection(builder.content, at, texts), {
      mergeKey: `${Object.keys(texts).join()} ${section.id} ${at}`,
    });
  const title = useTypedText(section.title, (text) => change({ title: text }));
  const description = useTypedText(section.description, (text) => change({ description: text }));
  const titleProblem = tooManyCharacters(title.value, TEMPLATE_LIMITS.label);
  const descriptionProblem = tooManyCharacters(description.value, TEMPLATE_LIMITS.text);
  return (
    <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 1.5 }}>
      <TextField
        fullWidth
        label="Section Title"
        value={title.value}
        onChange={({ target }) => title.onChange(target.value)}
        onBlur={title.onBlur}
        error={titleProblem !== null}
        helperText={titleProblem ?? unprintableProblem(title.value)}
        slotProps={{ htmlInput: { autoComplete: 'off' } }}
      />
      {isClosed ? null : (
        <TextField
          fullWidth
          multiline
          label="Section Description"
          value={description.value}
          onChange={({ target }) => description.onChange(target.value)}
          onBlur={description.onBlur}
          error={descriptionProblem !== null}
          helperText={descriptionProblem}
          slotProps={{ htmlInput: { autoComplete: 'off' } }}
        />
      )}
    </Box>
  );
}
