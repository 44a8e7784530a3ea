/**
 * The one clock. Implemented over the relational store's time, so that instances whose own clocks differ
 * still agree on expiry and quota, and a test can let an hour pass at once.
 */
export type Clock = {
  now(): Date
}
