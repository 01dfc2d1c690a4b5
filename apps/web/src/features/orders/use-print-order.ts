import { orderPrint } from '@portal/contract/orders';
import { useFile } from '#ui/use-file.ts';

/** Downloads an order as a PDF; shows a toast on failure. */
export function usePrintOrder(): { readonly print: (id: string) => void; readonly isPrinting: boolean } {
  const pdf = useFile({
    endpoint: orderPrint,
    fallbackName: 'order.pdf',
    errorFallback: 'Failed to print order',
  });
  return { isPrinting: pdf.isPending, print: (id) => pdf.save({ params: { id } }) };
}
