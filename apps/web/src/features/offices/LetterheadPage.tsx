import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { letterheadGet, type PracticeLogo } from '@portal/contract/practice';
import { useRef } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { Letterhead } from '#ui/Letterhead.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PracticeMark } from '#ui/PracticeMark.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { Section } from '#ui/Section.tsx';
import { useLogo } from './use-logo.ts';

/** The practice's logo, and a preview of the letterhead of everything that is printed. */
export function LetterheadPage() {
  const letterhead = useEndpointQuery(letterheadGet, {});
  return (
    <PageContent>
      <PageHeader title="Letterhead" backTo="/offices" />
      <RecordPart query={letterhead} fallback="Failed to load the letterhead">
        {(data) => (
          <>
            <LogoSection {...data} />
            <PreviewSection />
          </>
        )}
      </RecordPart>
    </PageContent>
  );
}

interface LogoSectionProps {
  readonly logo: PracticeLogo | null;
  readonly version: number;
}

function LogoSection({ logo, version }: LogoSectionProps) {
  const input = useRef<HTMLInputElement>(null);
  const { upload, remove, isBusy, error } = useLogo({ logo, version });
  return (
    <Section title="Logo">
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3, alignItems: { sm: 'center' } }}>
        <Box sx={PLATE}>
          {logo === null ? (
            <Typography variant="body2" sx={{ color: '#4d5b6b' }}>
              No logo yet
            </Typography>
          ) : (
            <PracticeMark logo={logo} size="large" name="Logo of the practice" />
          )}
        </Box>
        <Stack sx={{ gap: 1.5, minWidth: 0 }}>
          <Typography variant="body2" color="textSecondary">
            A PNG or JPEG picture, at most 2 MB and 4,000 pixels on each side. It is scaled to fit 600 × 200
            pixels on white, which is how paper shows it. It appears on everything that is printed, on the
            sign-in screen and in the menu. Signed dictations keep the logo of their day.
          </Typography>
          {error === null ? null : <Alert severity="error">{error}</Alert>}
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
            <Button
              variant="contained"
              startIcon={<FileUploadOutlined />}
              loading={isBusy}
              loadingPosition="start"
              onClick={() => input.current?.click()}
            >
              {logo === null ? 'Upload Logo' : 'Replace Logo'}
            </Button>
            {logo === null ? null : (
              <Button startIcon={<DeleteOutlined />} disabled={isBusy} onClick={remove}>
                Remove Logo
              </Button>
            )}
          </Stack>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="Logo file"
            accept="image/png,image/jpeg"
            onChange={({ currentTarget }) => {
              const [file] = Array.from(currentTarget.files ?? []);
              // Allows choosing the same file again after it was corrected.
              currentTarget.value = '';
              if (file !== undefined) upload(file);
            }}
          />
        </Stack>
      </Stack>
    </Section>
  );
}

function PreviewSection() {
  const practice = usePractice().data;
  return (
    <Section title="Preview">
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        Orders have the office of the ordering provider, and dictations the header of their location, which
        can be written under Template Management. Everything else has the office of the person who prints it.
        The name of the practice is a setting of the server.
      </Typography>
      <Box data-light sx={PAPER}>
        {practice === undefined ? null : <Letterhead practice={practice} />}
      </Box>
    </Section>
  );
}

const PLATE = {
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: 272,
  maxWidth: '100%',
  minHeight: 112,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: '#fff',
  forcedColorAdjust: 'none',
};

/** The top of a letter page, white in both color schemes. */
const PAPER = {
  maxWidth: '8.5in',
  minHeight: '2.4in',
  p: { xs: 2, sm: '0.5in' },
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: '#fff',
  forcedColorAdjust: 'none',
};
