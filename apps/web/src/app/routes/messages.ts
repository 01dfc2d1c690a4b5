import PhoneCallbackOutlined from '@mui/icons-material/PhoneCallbackOutlined';
import { permission } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { OpenMessagesBadge } from '#features/messages/OpenMessagesBadge.tsx';
import { page } from './page.ts';

const view = permission('Message.View');
const edit = permission('Message.Edit');

export const messagesRoutes: RouteObject[] = [
  page('/messages', {
    title: 'Phone Messages',
    menu: { group: 'daily', icon: PhoneCallbackOutlined, key: 'm', Badge: OpenMessagesBadge },
    help: 'messages',
    guard: view,
    load: async () => (await import('#features/messages/MessagesPage.tsx')).MessagesPage,
  }),
  page('/messages/new', {
    title: 'New Phone Message',
    guard: permission('Message.Create'),
    load: async () => (await import('#features/messages/form/MessageCreatePage.tsx')).MessageCreatePage,
  }),
  page('/messages/:id', {
    title: 'Phone Message',
    guard: view,
    load: async () => (await import('#features/messages/MessagePage.tsx')).MessagePage,
  }),
  page('/messages/:id/edit', {
    title: 'Edit Phone Message',
    guard: edit,
    load: async () => (await import('#features/messages/form/MessageEditPage.tsx')).MessageEditPage,
  }),
  page('/messages/:id/assign', {
    title: 'Assign Phone Message',
    guard: permission('Message.Assign'),
    load: async () => (await import('#features/messages/MessageAssignPage.tsx')).MessageAssignPage,
  }),
  page('/messages/:id/complete', {
    title: 'Complete Phone Message',
    guard: edit,
    load: async () => (await import('#features/messages/MessageCompletePage.tsx')).MessageCompletePage,
  }),
];
