import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { TEMPLATE_LIMITS } from '@portal/domain/template/content';
import type { TemplateSection } from '@portal/domain/template/content';
import { withSection } from './template-draft.ts';
import type { BuilderState } from './use-builder.ts';

interface SectionTextsProps {
  readonly section: TemplateSection;
  /** From 0. */
  readonly at: number;
  readonly builder: BuilderState;
  readonly isClosed: boolean;
}

/** Title and description of a section, changed in place; what is typed into one is one step of undo. */
export function SectionTexts({ section, at, builder, isClosed }: SectionTextsProps) {
  const change = (texts: Partial<Pick<TemplateSection, 'title' | 'description'>>) =>
    builder.change(withSection(builder.content, at, texts), {
      goesOn: `${Object.keys(texts).join()} ${section.id} ${at}`,
    });
  return (
    <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 1.5 }}>
      <TextField
        fullWidth
        label="Section Title"
        value={section.title}
        onChange={({ target }) => change({ title: target.value })}
        slotProps={{ htmlInput: { maxLength: TEMPLATE_LIMITS.label, autoComplete: 'off' } }}
      />
      {isClosed ? null : (
        <TextField
          fullWidth
          multiline
          label="Section Description"
          value={section.description}
          onChange={({ target }) => change({ description: target.value })}
          slotProps={{ htmlInput: { maxLength: TEMPLATE_LIMITS.text, autoComplete: 'off' } }}
        />
      )}
    </Box>
  );
}
