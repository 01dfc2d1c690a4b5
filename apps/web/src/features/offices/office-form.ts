import { office as officeSchema } from '@portal/contract/offices';
import type { Office, officeBody } from '@portal/contract/offices';
import type { z } from 'zod';

/** What the form's fields hold. */
export type OfficeInput = z.input<typeof officeBody>;

/** The office form as it opens for a new office. */
export const NEW_OFFICE: OfficeInput = {
  name: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  phone: '',
  fax: '',
  superAdminOnly: false,
  isSurgeryCenter: false,
};

/** The form's values of a saved office; its version makes a stale save known. */
export function officeInput(office: Office): OfficeInput {
  const {
    name,
    address,
    city,
    state,
    zipCode,
    phone,
    fax,
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
    superAdminOnly,
    isSurgeryCenter,
    isActive,
    version,
  };
}

/** The form's values of the record that came with a stale save; null when it cannot be read. */
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
  superAdminOnly: 'SuperAdmin only',
  isSurgeryCenter: 'Surgery center',
  isActive: 'Active',
} as const satisfies Partial<Record<keyof OfficeInput, string>>;
