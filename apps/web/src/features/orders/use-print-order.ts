import { orderPrint } from '@portal/contract/orders';
import { useDownload } from '#lib/query/use-download.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { useToast } from '#ui/ToastProvider.tsx';

/** What the PDF is called when its name did not arrive. */
const FALLBACK_NAME = 'order.pdf';

/** Saves an order as a PDF; says in a toast when that fails. */
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
            // A 403 is said by the shell already.
            if (error.status === 403) return;
            toast.error(explainError(error, 'Failed to print order'));
          },
        },
      ),
  };
}
