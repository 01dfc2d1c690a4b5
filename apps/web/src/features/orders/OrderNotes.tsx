import { Alert, Link, Stack, Typography } from '@mui/material';
import { dictationsOfOrder, type DictationRow } from '@portal/contract/dictations';
import type { Order } from '@portal/contract/orders';
import { formatDateUs } from '@portal/domain/date';
import { isOpen } from '@portal/domain/order-status';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { ApiError } from '#lib/api/api-error.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { Section } from '#ui/Section.tsx';

/** The notes of an order, for those who may view dictations. */
function WithNotes({ order, children }: PartProps & { readonly children: (notes: Notes) => ReactNode }) {
  const isShown = useAccess().can('Dictation.View') && order.isProcedure;
  return isShown ? <LoadedNotes id={order.id}>{children}</LoadedNotes> : null;
}

function LoadedNotes({
  id,
  children,
}: {
  readonly id: string;
  readonly children: (notes: Notes) => ReactNode;
}) {
  const input = { params: { id } };
  const { data = [], error } = useEndpointQuery(dictationsOfOrder, input);
  useLiveRefresh(dictationsOfOrder, input, ({ entityType }) => entityType === 'Dictation');
  return children({ data, error });
}

interface Notes {
  readonly data: readonly DictationRow[];
  readonly error: ApiError | null;
}

interface PartProps {
  readonly order: Order;
}

/** Asks those who may whether an open order is completed, once a note from it was signed. The buttons below answer it. */
export function SignedNoteQuestion({ order }: PartProps) {
  const { can } = useAccess();
  if (!isOpen(order.status) || !can('Order.Edit')) return null;
  return (
    <WithNotes order={order}>
      {({ data }) => {
        const signed = data.find(({ status }) => status === 'Signed');
        return signed === undefined ? null : (
          <Alert severity="info" sx={{ mb: 2 }}>
            This note was signed: <NoteLink note={signed} />. Mark the order as completed?
          </Alert>
        );
      }}
    </WithNotes>
  );
}

/** The notes that were started from the order of a procedure. */
export function OrderNotes({ order }: PartProps) {
  return (
    <WithNotes order={order}>
      {({ data, error }) => {
        if (error !== null)
          return <Alert severity="error">{explainError(error, 'Failed to load notes')}</Alert>;
        if (data.length === 0) return null;
        return (
          <Section title="Notes">
            <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {data.map((note) => (
                <li key={note.id}>
                  <NoteLink note={note} />
                  <Typography variant="body2" color="textSecondary">
                    {note.status}, {note.providerName}
                  </Typography>
                </li>
              ))}
            </Stack>
          </Section>
        );
      }}
    </WithNotes>
  );
}

const NoteLink = ({ note }: { readonly note: DictationRow }) => (
  <Link component={RouterLink} to={`/dictations/${note.id}`}>
    {note.templateName}, {formatDateUs(note.procedureDate)}
  </Link>
);
