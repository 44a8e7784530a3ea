/** The merge patch that turns one value into another (RFC 7386): a field that has to go is null, a list goes whole. */
export function mergePatch(from: unknown, to: unknown): unknown {
  if (!isRecord(from) || !isRecord(to)) return to
  const patch: Record<string, unknown> = {}
  for (const name of Object.keys(from)) if (to[name] === undefined) patch[name] = null
  for (const [name, value] of Object.entries(to)) {
    const part = mergePatch(from[name], value)
    if (!isRecord(part) || !isRecord(from[name]) || Object.keys(part).length > 0) patch[name] = part
  }
  return patch
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
