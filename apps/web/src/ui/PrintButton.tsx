import PrintOutlined from '@mui/icons-material/PrintOutlined';
import { Button } from '@mui/material';

interface PrintButtonProps {
  readonly onPrint: () => void;
  readonly isLoading?: boolean;
  readonly disabled?: boolean;
}

/** The Print button of a report or list. */
export function PrintButton({ onPrint, isLoading = false, disabled = false }: PrintButtonProps) {
  return (
    <Button
      startIcon={<PrintOutlined />}
      loading={isLoading}
      loadingPosition="start"
      disabled={disabled}
      onClick={onPrint}
    >
      Print
    </Button>
  );
}
