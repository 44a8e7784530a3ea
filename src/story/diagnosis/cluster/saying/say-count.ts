/** Numbers with their words. */
export function sayTimes(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

export function sayMany(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
