import AddTaskOutlined from '@mui/icons-material/AddTaskOutlined';
import PersonSearchOutlined from '@mui/icons-material/PersonSearchOutlined';
import PhoneForwardedOutlined from '@mui/icons-material/PhoneForwardedOutlined';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import { permission, type Guard } from '@portal/contract/endpoint';
import type { ComponentType } from 'react';

export interface QuickAction {
  readonly label: string;
  readonly icon: ComponentType;
  readonly to: string;
  readonly guard: Guard;
}

/** The dashboard's quick actions with the permission that each requires. */
export const QUICK_ACTIONS: readonly QuickAction[] = [
  { label: 'Create New Order', icon: AddTaskOutlined, to: '/orders/new', guard: permission('Order.Create') },
  {
    label: 'New Phone Message',
    icon: PhoneForwardedOutlined,
    to: '/messages/new',
    guard: permission('Message.Create'),
  },
  {
    label: 'Upload Document',
    icon: UploadFileOutlined,
    to: '/documents/upload',
    guard: permission('Document.Upload'),
  },
  {
    label: 'Search Patients',
    icon: PersonSearchOutlined,
    to: '/patients/search',
    guard: permission('Patient.View'),
  },
];
