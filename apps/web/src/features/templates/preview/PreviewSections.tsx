import { Box, Stack, Typography } from '@mui/material';
import type { TemplateContent, TemplateField } from '@portal/domain/template/content';
import { fieldFinder, operandLabel } from '@portal/domain/template/operands';
import { Section } from '#ui/Section.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { fieldBadges, fieldNotes } from './preview-labels.ts';

/** The sections of a template with their fields, badges and details. */
export function PreviewSections({ content }: { readonly content: TemplateContent }) {
  const fieldOf = fieldFinder(content);
  const labelOf = (id: string) => operandLabel(id, fieldOf);
  if (content.sections.length === 0)
    return <Typography color="textSecondary">This template has no sections yet.</Typography>;
  return content.sections.map(({ id, title, description, fields }) => (
    <Section key={id} title={title}>
      {description === '' ? null : (
        <Typography color="textSecondary" sx={{ mb: 1.5, whiteSpace: 'pre-line' }}>
          {description}
        </Typography>
      )}
      {fields.length === 0 ? (
        <Typography color="textSecondary">No fields in this section.</Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {fields.map((field) => (
            <FieldRow key={field.id} field={field} labelOf={labelOf} />
          ))}
        </Box>
      )}
    </Section>
  ));
}

interface FieldRowProps {
  readonly field: TemplateField;
  readonly labelOf: (fieldId: string) => string;
}

function FieldRow({ field, labelOf }: FieldRowProps) {
  return (
    <Box component="li" sx={{ py: 1.25, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{field.label}</Typography>
        <Typography component="code" variant="body2" color="textSecondary" sx={{ fontFamily: 'monospace' }}>
          {field.id}
        </Typography>
        {fieldBadges(field, labelOf).map(({ label, color }) => (
          <StatusChip key={label} label={label} color={color} />
        ))}
      </Stack>
      {fieldNotes(field, labelOf).map(({ label, text }) => (
        <Typography
          key={`${label} ${text}`}
          variant="body2"
          sx={{ mt: 0.5, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
        >
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {label}:
          </Box>{' '}
          {text}
        </Typography>
      ))}
    </Box>
  );
}
