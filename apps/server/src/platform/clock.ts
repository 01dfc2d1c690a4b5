/** The current time. Tests can change it. */
export interface Clock {
  now(): Date;
}
