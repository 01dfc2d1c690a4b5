import FileDownloadOutlinedIcon from '@mui/icons-material/FileDownloadOutlined';
import { Button, type ButtonProps } from '@mui/material';
import type { CallInput, Endpoint } from '@portal/contract/endpoint';
import type { file } from '@portal/contract/file';
import { useFile, type FileSource } from './use-file.ts';

type ExportButtonProps<E extends Endpoint & { readonly response: typeof file }> = FileSource<E> &
  Pick<ButtonProps, 'variant' | 'startIcon' | 'disabled' | 'sx'> & {
    /** For a list, its current filters: the file has all rows that match. */
    readonly input: CallInput<E>;
    readonly children?: string;
  };

/** A button that saves the file of an endpoint, by default as CSV. */
export function ExportButton<E extends Endpoint & { readonly response: typeof file }>({
  endpoint,
  fallbackName,
  errorFallback,
  input,
  children = 'Export CSV',
  ...button
}: ExportButtonProps<E>) {
  const { save, isPending } = useFile({ endpoint, fallbackName, errorFallback });
  return (
    <Button
      variant="outlined"
      startIcon={<FileDownloadOutlinedIcon />}
      {...button}
      loading={isPending}
      loadingPosition="start"
      onClick={() => save(input)}
    >
      {children}
    </Button>
  );
}
