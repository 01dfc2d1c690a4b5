import { Alert, Button, Stack, Typography } from '@mui/material';
import type { TemplateContent } from '@portal/domain/template/content';
import { useRef } from 'react';
import { useAccess } from '#lib/session/use-session.ts';
import { TemplateForm, type TemplateFormHandle } from '#template-form/TemplateForm.tsx';
import { useTemplateForm } from '#template-form/use-template-form.ts';
import { Section } from '#ui/Section.tsx';

/** The template's form with live rules. Nothing is saved. */
export function PreviewForm({ content }: { readonly content: TemplateContent }) {
  const { hasRole } = useAccess();
  const form = useTemplateForm(content, { canEditReadOnly: hasRole('Admin') });
  const handle = useRef<TemplateFormHandle>(null);
  const { missing } = form.evaluation;
  return (
    <Section
      title="Form"
      actions={
        <Stack direction="row" sx={{ gap: 1 }}>
          <Button size="small" onClick={() => handle.current?.focusFirstMissing()}>
            Check required fields
          </Button>
          <Button size="small" onClick={() => form.replace({})}>
            Start over
          </Button>
        </Stack>
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        Fill it in as you would for a dictation. Nothing you enter here is saved.
      </Typography>
      {content.sections.every(({ fields }) => fields.length === 0) ? (
        <Typography color="textSecondary">This template has no fields yet.</Typography>
      ) : (
        <TemplateForm form={form} ref={handle} />
      )}
      {missing.length === 0 ? null : (
        <Alert severity="info" sx={{ mt: 3 }}>
          Still required: {missing.join(', ')}
        </Alert>
      )}
    </Section>
  );
}
