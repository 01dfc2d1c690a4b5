import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Section } from '#ui/Section.tsx';
import { digitKeys, newNotePath, patientNotePath, quickStart } from './new-note.ts';
import { OtherTemplates } from './OtherTemplates.tsx';
import { TemplateTiles } from './TemplateTiles.tsx';
import { useTemplates } from './use-choices.ts';
import type { DaySession } from './use-day-session.ts';
import { useDigitKeys } from './use-digit-keys.ts';

interface QuickStartProps {
  readonly session: DaySession;
  /** Whose note it is, where that is known already. */
  readonly patientId?: string;
}

/** The templates by quick access order, one click or one key away from a new note. */
export function QuickStart({ session, patientId = '' }: QuickStartProps) {
  const { templates, isLoading } = useTemplates();
  const { tiles, others } = useMemo(() => quickStart(templates), [templates]);
  const keys = useMemo(() => digitKeys(templates), [templates]);
  const navigate = useNavigate();
  const { choice, isComplete } = session;
  const pathOf = (templateId: string) => {
    if (choice === undefined || !isComplete) return undefined;
    return patientId === ''
      ? newNotePath(templateId, choice)
      : patientNotePath(templateId, patientId, choice);
  };
  useDigitKeys((digit) => {
    const template = keys.get(digit);
    const path = template === undefined ? undefined : pathOf(template.id);
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
        <TemplateTiles templates={tiles} keys={keys} pathOf={pathOf} />
      )}
      {others.length === 0 ? null : <OtherTemplates templates={others} pathOf={pathOf} />}
    </Section>
  );
}
