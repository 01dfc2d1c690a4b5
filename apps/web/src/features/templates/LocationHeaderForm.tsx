import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { locationHeaderSave } from '@portal/contract/location-headers';
import type { LocationHeader } from '@portal/contract/location-headers';
import type { Office } from '@portal/contract/offices';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { Section } from '#ui/Section.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import {
  currentHeader,
  FOOTER_BUTTONS,
  HEADER_BUTTONS,
  headerBody,
  headerInput,
  headerWords,
} from './location-header-form.ts';
import { HeaderPreview } from './HeaderPreview.tsx';
import { RichTextField } from './RichTextField.tsx';

/** Milliseconds from a save to the list. */
const REDIRECT_MS = 2000;
const LIST = '/admin/templates';

interface LocationHeaderFormProps {
  readonly location: Office;
  readonly header: LocationHeader | undefined;
}

/** The header and footer of a location's reports, written or looked at as printed. */
export function LocationHeaderForm({ location, header }: LocationHeaderFormProps) {
  const [isSaved, setSaved] = useState(false);
  const [isPreview, setPreview] = useState(false);
  useLeaveSoon(isSaved);
  const save = useEndpointMutation(locationHeaderSave);
  const toast = useToast();
  const form = useAppForm(headerBody, {
    defaultValues: headerInput(location.id, header),
    onSubmit: async (body) => {
      const saved = await save.mutateAsync({ body });
      setSaved(true);
      if (saved.removed.length > 0)
        toast.info(`Taken out, because it cannot be printed: ${saved.removed.join(', ')}`);
      return headerInput(location.id, saved);
    },
    errorFallback: 'Failed to save location header',
    stale: {
      read: currentHeader,
      labels: { headerHTML: 'Header', footerHTML: 'Footer' },
      words: headerWords,
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
      {/* Kept while the preview is shown, with their undo. */}
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
          Placeholders are filled in when a report is printed. When both are left empty, reports have the
          practice’s default header.
        </Typography>
      </Box>
      {isPreview ? (
        <HeaderPreview location={location} headerHTML={headerHTML} footerHTML={footerHTML} />
      ) : null}
      <FormActions cancelTo={LIST} isDisabled={isSaved} />
    </Form>
  );
}

function useLeaveSoon(isLeaving: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setTimeout(() => void navigate(LIST), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isLeaving, navigate]);
}
