import RestartAltIcon from '@mui/icons-material/RestartAlt';
import { Alert, Box, Button, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import type { BillingCodeRule } from '@portal/contract/billing-code-rules';
import type { TemplateContent } from '@portal/domain/template/content';
import { reportOf, reportText } from '@portal/domain/template/report';
import { usedSources } from '@portal/domain/template/used-sources';
import { useDeferredValue, useImperativeHandle, useMemo, useState, type Ref } from 'react';
import { TemplateForm } from '#template-form/TemplateForm.tsx';
import { useTemplateForm, type TemplateFormState } from '#template-form/use-template-form.ts';
import { Section } from '#ui/Section.tsx';
import { useIsWide } from '#ui/use-screen.ts';
import { TrySources } from './TrySources.tsx';

interface TryOutProps {
  readonly content: TemplateContent;
  /** The saved billing rules, which can read the record, too. */
  readonly rules: readonly BillingCodeRule[];
  /** The form's values, for test cases. */
  readonly ref: Ref<TemplateFormState>;
}

type View = 'form' | 'report';

/**
 * The live form of the template and the note that it makes, next to the builder. On narrow screens, one of them is shown at a time.
 * Nothing is saved.
 */
export function TryOut({ content, rules, ref }: TryOutProps) {
  const isWide = useIsWide();
  const [view, setView] = useState<View>('form');
  const form = useTemplateForm(content);
  const sources = useMemo(() => usedSources(content, rules), [content, rules]);
  useImperativeHandle(ref, () => form, [form]);
  const isEmpty = content.sections.every(({ fields }) => fields.length === 0);
  return (
    <Box sx={{ position: { lg: 'sticky' }, top: { lg: 72 } }}>
      <Section
        title="Try it out"
        actions={
          <>
            {isWide ? null : <ViewToggle view={view} onChange={setView} />}
            <Button size="small" startIcon={<RestartAltIcon />} onClick={() => form.replace({})}>
              Start over
            </Button>
          </>
        }
      >
        <Box sx={{ maxHeight: { lg: 'calc(60dvh - 150px)' }, overflow: { lg: 'auto' }, pt: 0.5 }}>
          {isEmpty ? (
            <Typography color="textSecondary">Add fields to try them out here.</Typography>
          ) : isWide || view === 'form' ? (
            <>
              <TemplateForm form={form} />
              <TrySources names={sources} form={form} />
            </>
          ) : (
            <LiveNote form={form} />
          )}
        </Box>
      </Section>
      {isWide && !isEmpty ? (
        <Section title="Live note">
          <Box
            component="section"
            tabIndex={0}
            aria-label="Text of the live note"
            sx={{ maxHeight: 'calc(40dvh - 110px)', overflow: 'auto' }}
          >
            <LiveNote form={form} />
          </Box>
        </Section>
      ) : null}
    </Box>
  );
}

interface ViewToggleProps {
  readonly view: View;
  readonly onChange: (view: View) => void;
}

function ViewToggle({ view, onChange }: ViewToggleProps) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label="View"
      value={view}
      onChange={(_event, next: unknown) => {
        if (next === 'form' || next === 'report') onChange(next);
      }}
    >
      <ToggleButton value="form" sx={{ py: 0.25 }}>
        Form
      </ToggleButton>
      <ToggleButton value="report" sx={{ py: 0.25 }}>
        Live note
      </ToggleButton>
    </ToggleButtonGroup>
  );
}

/** The text of the note with the current values. Typing does not wait for it. */
function LiveNote({ form }: { readonly form: TemplateFormState }) {
  const { content, evaluation } = useDeferredValue(form);
  const text = useMemo(() => reportText(reportOf(content, evaluation)), [content, evaluation]);
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
