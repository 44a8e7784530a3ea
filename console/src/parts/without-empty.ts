/** An address bears only what was chosen. */
export function withoutEmpty<T extends object>(search: T): T {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value)) as T
}
