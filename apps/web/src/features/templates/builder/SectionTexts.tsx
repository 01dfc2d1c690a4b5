import { Box, TextField } from '@mui/material';
import { unprintableProblem } from '@portal/domain/printable-characters';
import { TEMPLATE_LIMITS, type TemplateSection } from '@portal/domain/template/content';
import { tooManyCharacters } from '@portal/domain/text';
import { withSection } from './template-draft.ts';
import type { BuilderState } from './use-builder.ts';
import { useTypedText } from './use-typed-text.ts';

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
