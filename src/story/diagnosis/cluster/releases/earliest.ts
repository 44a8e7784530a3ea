/** Of the moments that are known. */
export function earliest(moments: readonly (Date | undefined)[]): Date | undefined {
  const known = moments.flatMap((moment) => moment ?? [])
  return known.length === 0 ? undefined : new Date(Math.min(...known.map((moment) => moment.getTime())))
}
