const COUNTER = /(_total|_count|_sum|_bucket)$/

/** By the custom of metric names. */
export function isCounterByName(name: string): boolean {
  return COUNTER.test(name)
}
