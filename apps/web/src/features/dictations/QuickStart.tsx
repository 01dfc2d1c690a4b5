import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Section } from '#ui/Section.tsx';
import { newNotePath, quickStart } from './new-note.ts';
import { OtherTemplates } from './OtherTemplates.tsx';
import { TemplateTile } from './TemplateTile.tsx';
import { useTemplates } from './use-choices.ts';
import type { DaySession } from './use-day-session.ts';
import { useDigitKeys } from './use-digit-keys.ts';

/** A key from 1 to 9 has nine tiles. */
const KEYS = 9;

/** The templates by quick access order, one click or one key away from a new note (spec 2 §2). */
export function QuickStart({ session }: { readonly session: DaySession }) {
  const { templates, isLoading } = useTemplates();
  const { tiles, others } = useMemo(() => quickStart(templates), [templates]);
  const navigate = useNavigate();
  const { choice, isComplete } = session;
  const pathOf = (templateId: string) =>
    choice === undefined || !isComplete ? undefined : newNotePath(templateId, choice);
  useDigitKeys((digit) => {
    const tile = tiles[digit - 1];
    const path = tile === undefined ? undefined : pathOf(tile.id);
    if (path !== undefined) void navigate(path);
  });
  return (
    <Section title="New Dictation">
      {choice !== undefined && !isComplete ? (
        <Typography color="textSecondary" sx={{ mb: 1.5 }}>
          Choose provider, location and date of the session first.
        </Typography>
      ) : null}
      {isLoading ? (
        <Skeleton component="output" variant="rounded" height={72} aria-label="Loading" />
      ) : templates.length === 0 ? (
        <EmptyState text="There are no active templates" />
      ) : (
        <Box
          component="ul"
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
            gap: 1,
            m: 0,
            p: 0,
            listStyle: 'none',
          }}
        >
          {tiles.map((template, index) => (
            <TemplateTile
              key={template.id}
              template={template}
              digit={index < KEYS ? index + 1 : undefined}
              to={pathOf(template.id)}
            />
          ))}
        </Box>
      )}
      {others.length === 0 ? null : <OtherTemplates templates={others} pathOf={pathOf} />}
    </Section>
  );
}
