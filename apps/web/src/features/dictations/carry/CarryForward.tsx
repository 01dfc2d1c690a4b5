import HistoryOutlinedIcon from '@mui/icons-material/HistoryOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useAccess } from '#lib/session/use-session.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PartFailureDialog } from '#ui/PartFailure.tsx';
import type { DictationForm } from '../editor/use-dictation-form.ts';

const CarryForwardDialog = lazyPart(
  async () => (await import('./CarryForwardDialog.tsx')).CarryForwardDialog,
  {
    waiting: null,
    failed: (failure, { onClose }) => <PartFailureDialog open onClose={onClose} failure={failure} />,
  },
);

/** Opens the choice of what to carry from an earlier note; nothing while no patient is chosen. */
export function CarryForward({ form }: { readonly form: DictationForm }) {
  const [isOpen, setOpen] = useState(false);
  const { can } = useAccess();
  if (form.details.patientId === '' || !can('Dictation.View')) return null;
  return (
    <>
      <Button size="small" startIcon={<HistoryOutlinedIcon />} onClick={() => setOpen(true)}>
        Carry Forward
      </Button>
      {isOpen ? <CarryForwardDialog form={form} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
