/** `once`, `twice`, `3 times`. */
export function tellTimes(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count.toLocaleString()} times`
}
