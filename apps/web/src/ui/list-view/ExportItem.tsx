import FileDownloadOutlinedIcon from '@mui/icons-material/FileDownloadOutlined';
import { ListItemButton, ListItemIcon, ListItemText } from '@mui/material';
import type { CallInput, Endpoint } from '@portal/contract/endpoint';
import type { file } from '@portal/contract/file';
import { useAccess } from '#lib/session/use-session.ts';
import { useFile } from '../use-file.ts';

interface ExportItemProps<E extends Endpoint> {
  readonly endpoint: E;
  /** The current filters. */
  readonly input: CallInput<E>;
  readonly fallbackName: string;
  /** The filters are invalid. */
  readonly isDisabled?: boolean;
}

/** Exports all rows that match the filters as CSV; hidden from users who may not export. */
export function ExportItem<E extends Endpoint & { readonly response: typeof file }>({
  endpoint,
  input,
  fallbackName,
  isDisabled = false,
}: ExportItemProps<E>) {
  const { save, isPending } = useFile({ endpoint, fallbackName });
  if (!useAccess().passes(endpoint.guard)) return null;
  return (
    <ListItemButton
      component="button"
      disabled={isDisabled || isPending}
      sx={{ width: '100%' }}
      onClick={() => save(input)}
    >
      <ListItemIcon sx={{ minWidth: 32 }}>
        <FileDownloadOutlinedIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText
        primary="Export CSV"
        secondary={isPending ? 'Exporting...' : 'All rows that match the filters'}
        sx={{ m: 0 }}
      />
    </ListItemButton>
  );
}
