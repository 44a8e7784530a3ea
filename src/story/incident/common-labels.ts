type Labels = Readonly<Record<string, string>>

/** What all of them say alike. Each is compared with what its predecessors share, so the work grows with the input only. */
export function commonLabels(all: readonly Labels[]): Labels {
  const [first = {}, ...others] = all
  if (others.length === 0) return first
  let common = Object.entries(first)
  for (const other of others)
    common = common.filter(([name, value]) => Object.hasOwn(other, name) && other[name] === value)
  return Object.fromEntries(common)
}
