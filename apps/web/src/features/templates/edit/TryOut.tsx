import RestartAltIcon from '@mui/icons-material/RestartAlt';
import { Alert, Box, Button, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import type { TemplateContent } from '@portal/domain/template/content';
import { reportOf, reportText } from '@portal/domain/template/report';
import { useImperativeHandle, useState, type Ref } from 'react';
import { TemplateForm } from '#template-form/TemplateForm.tsx';
import { useTemplateForm, type TemplateFormState } from '#template-form/use-template-form.ts';
import { Section } from '#ui/Section.tsx';

interface TryOutProps {
  readonly content: TemplateContent;
  /** The form's values, for test cases. */
  readonly ref: Ref<TemplateFormState>;
}

/** The live form and report of the template next to the builder. Nothing is saved. */
export function TryOut({ content, ref }: TryOutProps) {
  const [view, setView] = useState<'form' | 'report'>('form');
  const form = useTemplateForm(content);
  useImperativeHandle(ref, () => form, [form]);
  return (
    <Box
      sx={{
        position: { lg: 'sticky' },
        top: { lg: 72 },
        maxHeight: { lg: 'calc(100dvh - 150px)' },
        overflow: { lg: 'auto' },
      }}
    >
      <Section
        title="Try it out"
        actions={
          <>
            <ToggleButtonGroup
              exclusive
              size="small"
              aria-label="View"
              value={view}
              onChange={(_event, next: unknown) => {
                if (next === 'form' || next === 'report') setView(next);
              }}
            >
              <ToggleButton value="form" sx={{ py: 0.25 }}>
                Form
              </ToggleButton>
              <ToggleButton value="report" sx={{ py: 0.25 }}>
                Report
              </ToggleButton>
            </ToggleButtonGroup>
            <Button size="small" startIcon={<RestartAltIcon />} onClick={() => form.replace({})}>
              Start over
            </Button>
          </>
        }
      >
        {content.sections.every(({ fields }) => fields.length === 0) ? (
          <Typography color="textSecondary">Add fields to try them out here.</Typography>
        ) : view === 'form' ? (
          <TemplateForm form={form} />
        ) : (
          <Report form={form} />
        )}
      </Section>
    </Box>
  );
}

/** The report with the current values. */
function Report({ form: { content, evaluation } }: { readonly form: TemplateFormState }) {
  const text = reportText(reportOf(content, evaluation));
  return (
    <>
      {evaluation.missing.length === 0 ? null : (
        <Alert severity="info" sx={{ mb: 2 }}>
          Still required: {evaluation.missing.join(', ')}
        </Alert>
      )}
      <Typography component="div" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {text === '' ? 'Nothing to report yet.' : text}
      </Typography>
    </>
  );
}
