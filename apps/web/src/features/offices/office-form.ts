import { office as officeSchema, type Office, type officeBody } from '@portal/contract/offices';
import type { z } from 'zod';

/** Values of the form fields. */
export type OfficeInput = z.input<typeof officeBody>;

/** Form values for a new office. */
export const NEW_OFFICE: OfficeInput = {
  name: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  phone: '',
  fax: '',
  npi: '',
  superAdminOnly: false,
  isSurgeryCenter: false,
};

/** Form values of a saved office, including the version that detects stale saves. */
export function officeInput(office: Office): OfficeInput {
  const {
    name,
    address,
    city,
    state,
    zipCode,
    phone,
    fax,
    npi,
    superAdminOnly,
    isSurgeryCenter,
    isActive,
    version,
  } = office;
  return {
    name,
    address,
    city,
    state,
    zipCode,
    phone,
    fax: fax ?? '',
    npi: npi ?? '',
    superAdminOnly,
    isSurgeryCenter,
    isActive,
    version,
  };
}

/** Form values of the current record in a STALE response; null if it cannot be parsed. */
export function currentInput(current: unknown): OfficeInput | null {
  const parsed = officeSchema.safeParse(current);
  return parsed.success ? officeInput(parsed.data) : null;
}

export const OFFICE_LABELS = {
  name: 'Office Name',
  address: 'Address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP Code',
  phone: 'Phone',
  fax: 'Fax',
  npi: 'NPI',
  superAdminOnly: 'SuperAdmin only',
  isSurgeryCenter: 'Surgery center',
  isActive: 'Active',
} as const satisfies Partial<Record<keyof OfficeInput, string>>;
