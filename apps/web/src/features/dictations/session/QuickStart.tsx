import { Skeleton, Typography } from '@mui/material';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { Order } from '@portal/contract/orders';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Section } from '#ui/Section.tsx';
import { digitKeys, newDictationPath, patientDictationPath, quickStart } from './new-dictation.ts';
import { OtherTemplates, useCategoriesAhead } from './OtherTemplates.tsx';
import { TemplateTiles } from './TemplateTiles.tsx';
import { useTemplates } from './use-choices.ts';
import { isChosen, type DaySession, type SessionChoice } from './use-day-session.ts';
import { useDigitKeys } from '../keyboard/use-digit-keys.ts';

interface QuickStartProps {
  readonly session: DaySession;
  /** Set when the patient is already known. */
  readonly patientId?: string;
  /** The order that the dictation is started from. */
  readonly order?: Order | undefined;
}

/** Templates by quick access order. A click or a digit key starts a new dictation. */
export function QuickStart({ session, patientId = '', order }: QuickStartProps) {
  const { templates, isLoading } = useTemplates();
  useCategoriesAhead();
  const { tiles, others } = useMemo(() => quickStart(templates), [templates]);
  const keys = useMemo(() => digitKeys(templates), [templates]);
  const navigate = useNavigate();
  const { loadError } = session;
  const choice = order === undefined ? session.choice : session.choice && ofOrder(session.choice, order);
  const isComplete = order === undefined ? session.isComplete : choice !== undefined && isChosen(choice);
  // Tiles without the session's choice would only be replaced a moment later.
  const isWaiting = isLoading || (choice === undefined && loadError === null);
  const pathOf = (templateId: string) => {
    if (choice === undefined || !isComplete) return undefined;
    return patientId === ''
      ? newDictationPath(templateId, choice)
      : patientDictationPath(templateId, patientId, choice, order?.id);
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
          Select a provider, location, and session date to start.
        </Typography>
      ) : null}
      {isWaiting ? (
        <Skeleton component="output" variant="rounded" height={72} aria-label="Loading" />
      ) : templates.length === 0 ? (
        <EmptyState text="No active templates" />
      ) : (
        <TemplateTiles templates={tiles} keys={keys} pathOf={pathOf} />
      )}
      {others.length === 0 ? null : <OtherTemplates templates={others} pathOf={pathOf} />}
    </Section>
  );
}

/** The place of the order, and its provider if the session has none. */
const ofOrder = (choice: SessionChoice, { orderedByUser, locationId }: Order): SessionChoice => ({
  ...choice,
  providerId: choice.providerId || orderedByUser.id,
  locationId: locationId ?? choice.locationId,
});
