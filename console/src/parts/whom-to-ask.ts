/** `Ada`, `Ada or Ben`, `Ada, Ben or Cem`. */
export function tellWhomToAsk(administrators: readonly string[]): string {
  const last = administrators.at(-1)
  if (last === undefined) return 'whoever runs Firebreak'
  const others = administrators.slice(0, -1)
  return others.length === 0 ? last : `${others.join(', ')} or ${last}`
}
