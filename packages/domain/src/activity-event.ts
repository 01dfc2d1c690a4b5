/**
 * The kinds of activities, by the part of the portal that they concern. Receivers of webhooks depend on the names, so a name
 * is never changed or reused; new ones are added.
 */
export const ACTIVITY_EVENT_GROUPS = [
  {
    label: 'Patients',
    events: [
      'patient.created',
      'patient.updated',
      'patient.deactivated',
      'patient.reactivated',
      'patient.imported',
      'patient.alert_added',
      'patient.alert_changed',
      'patient.alert_ended',
    ],
  },
  {
    label: 'Dictations',
    events: [
      'dictation.created',
      'dictation.ready_for_review',
      'dictation.signed',
      'dictation.addendum_added',
      'dictation.co_signature_requested',
      'dictation.co_signed',
      'dictation.co_signature_returned',
      'dictation.deactivated',
      'dictation.reactivated',
      'dictation.deleted',
      'dictation_group.created',
    ],
  },
  {
    label: 'Orders',
    events: [
      'order.created',
      'order.updated',
      'order.scheduled',
      'order.in_progress',
      'order.completed',
      'order.cancelled',
    ],
  },
  {
    label: 'Phone messages',
    events: [
      'message.created',
      'message.updated',
      'message.assigned',
      'message.unassigned',
      'message.requires_follow_up',
      'message.in_progress',
      'message.note_added',
      'message.completed',
      'message.deleted',
    ],
  },
  {
    label: 'Documents',
    events: [
      'document.uploaded',
      'document.updated',
      'document.moved',
      'document.deleted',
      'document.restored',
    ],
  },
  {
    label: 'Timecards',
    events: [
      'timecard.added',
      'timecard.corrected',
      'timecard.closed',
      'timecard.confirmed',
      'timecard.deleted',
      'timecard.proposed',
    ],
  },
  {
    label: 'Templates and codes',
    events: [
      'template.created',
      'template.updated',
      'template.deleted',
      'template_category.created',
      'template_category.updated',
      'template_category.deleted',
      'template_case.created',
      'template_case.updated',
      'template_case.deleted',
      'location_header.updated',
      'billing_code_rule.created',
      'billing_code_rule.updated',
      'billing_code_rule.deleted',
      'billing_code.created',
      'billing_code.updated',
      'billing_code.deleted',
      'payer_limit.created',
      'payer_limit.updated',
      'payer_limit.deleted',
    ],
  },
  {
    label: 'Users and access',
    events: [
      'user.created',
      'user.updated',
      'user.deactivated',
      'user.password_reset',
      'user.password_changed',
      'user.sign_in_unlocked',
      'user.two_factor_turned_off',
      'user.single_sign_on_linked',
      'user.single_sign_on_unlinked',
      'user.signed_in',
      'user.signed_out',
      'permission.user_changed',
      'permission.role_changed',
      'permission.two_factor_policy_changed',
      'api_key.created',
      'api_key.revoked',
      'api_key.suspended',
      'api_key.enabled',
      'webhook.created',
      'webhook.updated',
      'webhook.paused',
      'webhook.deleted',
    ],
  },
  {
    label: 'Offices and titles',
    events: [
      'office.created',
      'office.updated',
      'office.deleted',
      'office.ip_whitelist_changed',
      'title.created',
      'title.updated',
      'title.deleted',
    ],
  },
] as const;

export type ActivityEvent = (typeof ACTIVITY_EVENT_GROUPS)[number]['events'][number];

/** Every kind of activity, in the order of the groups. */
export const ACTIVITY_EVENTS: readonly ActivityEvent[] = ACTIVITY_EVENT_GROUPS.flatMap(
  (group): readonly ActivityEvent[] => group.events,
);

/** Whether the text names a kind of activity. */
export const isActivityEvent = (text: string): text is ActivityEvent =>
  ACTIVITY_EVENTS.some((event) => event === text);
