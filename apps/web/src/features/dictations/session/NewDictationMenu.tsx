import AddIcon from '@mui/icons-material/Add';
import { Button, Menu, MenuItem } from '@mui/material';
import { dictationSessionCurrent } from '@portal/contract/dictation-session';
import { useId, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { patientDictationPath, quickStart } from './new-dictation.ts';
import { useTemplates } from './use-choices.ts';

/** Starts a dictation for a patient from a template, with today's session settings if there are any. */
export function NewDictationMenu({ patientId }: { readonly patientId: string }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const { templates } = useTemplates();
  // Without a session, the editor asks for provider and location.
  const session = useEndpointQuery(dictationSessionCurrent, {}, { staleTime: 60_000 }).data ?? null;
  const { tiles, others } = quickStart(templates);
  if (templates.length === 0) return null;
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<AddIcon />}
        aria-keyshortcuts="n"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : id}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        New Dictation
      </Button>
      <Menu id={id} open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {[...tiles, ...others].map((template) => (
          <MenuItem
            key={template.id}
            component={RouterLink}
            to={patientDictationPath(template.id, patientId, session)}
          >
            {template.name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
