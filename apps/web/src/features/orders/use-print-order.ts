import { orderPrint } from '@portal/contract/orders';
import { useDownload } from '#lib/query/use-download.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { useToast } from '#ui/ToastProvider.tsx';

/** File name if the response has none. */
const FALLBACK_NAME = 'order.pdf';

/** Downloads an order as a PDF; shows a toast on failure. */
export function usePrintOrder(): { readonly print: (id: string) => void; readonly isPrinting: boolean } {
  const toast = useToast();
  const download = useDownload(orderPrint, FALLBACK_NAME);
  return {
    isPrinting: download.isPending,
    print: (id) =>
      download.mutate(
        { params: { id } },
        {
          onError: (error) => {
            // The shell already shows a message for a 403.
            if (error.status === 403) return;
            toast.error(explainError(error, 'Failed to print order'));
          },
        },
      ),
  };
}
