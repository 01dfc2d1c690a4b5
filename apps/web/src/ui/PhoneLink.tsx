import { Link } from '@mui/material';
import { formatPhone } from '@portal/domain/phone';

/** A phone number that a phone calls when it is tapped, without its extension. */
export const PhoneLink = ({ digits }: { readonly digits: string }) => (
  <Link href={telLink(digits)} sx={{ whiteSpace: 'nowrap' }}>
    {formatPhone(digits)}
  </Link>
);

const telLink = (digits: string) => `tel:+${/^1?\d{10}/.exec(digits)?.[0].replace(/^(?!1)/, '1') ?? digits}`;
