/** Gives the current time; tests set it. */
export interface Clock {
  now(): Date;
}
