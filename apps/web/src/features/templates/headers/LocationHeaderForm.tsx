import { Alert, Box, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { locationHeaderSave, type LocationHeader } from '@portal/contract/location-headers';
import type { Office } from '@portal/contract/offices';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { Section } from '#ui/Section.tsx';
import { useReturn } from '#ui/places.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import {
  currentHeader,
  FOOTER_BUTTONS,
  HEADER_BUTTONS,
  headerBody,
  headerInput,
  headerText,
} from './location-header-form.ts';
import { HeaderPreview } from './HeaderPreview.tsx';
import { RichTextField } from './RichTextField.tsx';

/** Delay before returning to the list after a save, in milliseconds. */
const REDIRECT_MS = 2000;
const LIST = '/admin/templates';

interface LocationHeaderFormProps {
  readonly location: Office;
  readonly header: LocationHeader | undefined;
}

/** Form for the header and footer of a location's reports, with a preview. */
export function LocationHeaderForm({ location, header }: LocationHeaderFormProps) {
  const [isSaved, setSaved] = useState(false);
  const [isPreview, setPreview] = useState(false);
  useDelayedRedirect(isSaved);
  const save = useEndpointMutation(locationHeaderSave);
  const toast = useToast();
  const form = useAppForm(headerBody, {
    about: location.id,
    defaultValues: headerInput(location.id, header),
    draft: 'locationHeaderSave',
    onSubmit: async (body) => {
      const saved = await save.mutateAsync({ body });
      setSaved(true);
      if (saved.removed.length > 0)
        toast.info(`Removed because it is not allowed: ${saved.removed.join(', ')}`);
      return headerInput(location.id, saved);
    },
    errorFallback: 'Failed to save location header',
    stale: {
      read: currentHeader,
      labels: { headerHTML: 'Header', footerHTML: 'Footer' },
      words: headerText,
    },
  });
  const [headerHTML = '', footerHTML = ''] = useWatch({
    control: form.control,
    name: ['headerHTML', 'footerHTML'],
  });
  return (
    <Form form={form}>
      {isSaved ? <Alert severity="success">Location header and footer saved successfully!</Alert> : null}
      <ToggleButtonGroup
        exclusive
        size="small"
        value={isPreview}
        onChange={(_event, next: boolean | null) => setPreview(next ?? isPreview)}
        aria-label="Edit or preview"
        sx={{ '& .MuiToggleButton-root': { px: 2 } }}
      >
        <ToggleButton value={false}>Edit</ToggleButton>
        <ToggleButton value>Preview</ToggleButton>
      </ToggleButtonGroup>
      {/* Stays mounted during the preview to keep the undo history. */}
      <Box sx={isPreview ? { display: 'none' } : {}}>
        <Section title="Header">
          <RichTextField
            control={form.control}
            name="headerHTML"
            label="Header"
            placeholders={HEADER_BUTTONS}
          />
        </Section>
        <Section title="Footer">
          <RichTextField
            control={form.control}
            name="footerHTML"
            label="Footer"
            placeholders={FOOTER_BUTTONS}
          />
        </Section>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
          Placeholders are filled in when a report is printed. If both are empty, reports use the practice’s
          default header.
        </Typography>
      </Box>
      {isPreview ? (
        <HeaderPreview location={location} headerHTML={headerHTML} footerHTML={footerHTML} />
      ) : null}
      <FormActions cancelTo={LIST} isDisabled={isSaved} />
    </Form>
  );
}

function useDelayedRedirect(isLeaving: boolean): void {
  const goBack = useReturn();
  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setTimeout(() => void goBack(LIST), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isLeaving, goBack]);
}
