import { Box, Button, Card, GlobalStyles } from '@mui/material';
import { useFormState } from 'react-hook-form';
import { Link } from 'react-router';
import type { AppForm } from '#ui/form/use-app-form.ts';
import { StatusChip } from '#ui/StatusChip.tsx';
import type { TemplateInput, TemplateValues } from '../builder/template-values.ts';

/** Sticky bar with Cancel and Save. */
export function SaveBar({ form }: { readonly form: AppForm<TemplateInput, TemplateValues> }) {
  const { isSubmitting } = useFormState({ control: form.control });
  return (
    <>
      {/* Focused elements must not be hidden behind this bar. */}
      <GlobalStyles styles={{ html: { scrollPaddingBottom: 72 } }} />
      <Card
        data-sticks
        sx={{
          position: 'sticky',
          bottom: 8,
          zIndex: 4,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1,
          px: 2,
          py: 1,
        }}
      >
        {form.isDirty ? <StatusChip label="Unsaved changes" color="warning" /> : null}
        <Box sx={{ flex: 1 }} />
        <Button component={Link} to="/admin/templates">
          Cancel
        </Button>
        <Button variant="contained" loading={isSubmitting} onClick={() => void form.submit()}>
          Save
        </Button>
      </Card>
    </>
  );
}
