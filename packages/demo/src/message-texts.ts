import type { MessageCategory } from '@portal/domain/message-status';

/** A typical call: message, resolution and internal notes. */
export interface MessageCase {
  readonly category: MessageCategory;
  readonly text: string;
  readonly resolution: string;
  readonly note?: string;
  readonly isUrgent?: boolean;
  /** A caller other than the patient or the family. */
  readonly caller?: string;
}

/** Common cases first. */
export const MESSAGE_CASES: readonly MessageCase[] = [
  {
    category: 'Appointment',
    text: 'Would like to move the follow-up visit to the week after next, mornings only because of work.',
    resolution: 'Moved to the second Tuesday at 9:20. Confirmed by phone.',
  },
  {
    category: 'Prescription',
    text: 'Asks for a refill of gabapentin 300 mg. Three days left. Uses the pharmacy on Main Street.',
    resolution: 'Refill for 30 days sent to the pharmacy. Caller informed.',
    note: 'Last visit was six weeks ago, next one is scheduled.',
  },
  {
    category: 'TestResults',
    text: 'Had the lumbar MRI on Friday and would like to know whether the result is in.',
    resolution: 'Result reviewed by the provider and explained by phone. No change in plan.',
    note: 'The imaging center faxes the report this afternoon.',
  },
  {
    category: 'Medical',
    text: 'More lower back pain since the injection two days ago, no fever, no weakness. Asks what to take.',
    resolution:
      'Provider called back: normal reaction, ice and acetaminophen. Call again if not better in 48 hours.',
  },
  {
    category: 'Appointment',
    text: 'Needs the earliest available visit; the physical therapist recommended being seen again.',
    resolution: 'Scheduled with the provider for Thursday at 2:40 pm.',
  },
  {
    category: 'Prescription',
    text: 'The pharmacy says a prior authorization is needed for the new medication.\nInsurance card is the same as last year.',
    resolution: 'Prior authorization was approved, the pharmacy has it on file.',
    note: 'Form sent to the insurer; they respond within 72 hours.',
  },
  {
    category: 'Billing',
    text: 'Got a bill for the spring visit that insurance should have covered. Requests a callback after 4 pm.',
    resolution: 'Claim resubmitted with the correct policy number. Nothing due for now.',
    note: 'The policy number on the claim has two digits swapped.',
  },
  {
    category: 'Other',
    text: 'Asks if the employer forms are ready for pickup.',
    resolution: 'Forms are signed and at the front desk.',
  },
  {
    category: 'TestResults',
    text: 'Would like a copy of the latest lab results sent to the family doctor.',
    resolution: 'Results faxed to the family doctor with the patient’s consent on file.',
  },
  {
    category: 'Medical',
    text: 'Dizzy since starting the new medication, asks whether to stop taking it.',
    resolution: 'Provider reduced the dose to one tablet at night. Patient understood.',
    note: 'Tried twice, voicemail. Will try again at noon.',
  },
  {
    category: 'Appointment',
    text: 'Has to cancel tomorrow’s procedure because of a cold. Please offer a new date.',
    resolution: 'Procedure moved by two weeks, instructions sent again.',
  },
  {
    category: 'Prescription',
    text: 'Lost the prescription for physical therapy and needs a new one before Monday.',
    resolution: 'New prescription printed, left at the front desk.',
  },
  {
    category: 'Billing',
    text: 'Asks what the copay for the next injection will be.',
    resolution: 'Explained: specialist copay applies, the rest is covered.',
  },
  {
    category: 'Medical',
    text: 'Swelling and warmth around the injection site, and a temperature of 101.5 °F since last night.',
    resolution: 'Seen the same day, started on antibiotics, follow-up in two days.',
    note: 'Provider notified in person immediately.',
    isUrgent: true,
  },
  {
    category: 'Medical',
    text: 'New numbness in the left leg and trouble walking since this morning.',
    resolution: 'Sent to the emergency department after talking to the provider. Family drove.',
    isUrgent: true,
  },
  {
    category: 'Prescription',
    text: 'Pharmacist asks whether the dose of tizanidine is meant to be doubled, and about interactions with blood pressure medication.',
    resolution: 'Dose confirmed by the provider, pharmacist informed.',
    caller: 'Harbor Pharmacy',
  },
  {
    category: 'TestResults',
    text: 'Lab reports a potassium value out of range. Report to follow by fax.',
    resolution: 'Provider notified, repeat test ordered for tomorrow.',
    caller: 'Chesapeake Laboratory',
    isUrgent: true,
  },
  {
    category: 'Other',
    text: 'Attorney’s office asks for records of the accident in June. A signed release was faxed.',
    resolution: 'Release checked, records sent by mail.',
    caller: 'Office of J. Whitlock',
  },
  {
    category: 'Appointment',
    text: 'Needs a ride to the appointment, asks whether the clinic can confirm the time to the transport service.',
    resolution: 'Transport service called, pick-up confirmed for 8:15.',
  },
  {
    category: 'Other',
    text: 'New address and phone number after moving. Please update the record.',
    resolution: 'Address and number updated.',
  },
];

/** Messages of repeat callers. */
export const FOLLOW_UP_TEXTS: readonly string[] = [
  'Calling again: no better than last time. Would like the provider to call back today.',
  'Calling back as agreed with the insurance response; the reference number is in the letter.',
  'The pharmacy has not received it yet. Please send it again.',
  'Would like to take the earlier appointment that was offered, if still available.',
];

export const FOLLOW_UP_NOTE = 'Left a voicemail with our number; asked to call back before 5 pm.';
export const FEMALE_RELATIVES = ['daughter', 'wife', 'mother', 'sister'] as const;
export const MALE_RELATIVES = ['son', 'husband', 'father', 'brother'] as const;
