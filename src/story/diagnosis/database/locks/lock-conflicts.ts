/** Which table locks keep which from being taken: the server's own table of the eight modes. */
const CONFLICTS: Readonly<Record<string, readonly string[]>> = {
  AccessShare: ['AccessExclusive'],
  RowShare: ['Exclusive', 'AccessExclusive'],
  RowExclusive: ['Share', 'ShareRowExclusive', 'Exclusive', 'AccessExclusive'],
  ShareUpdateExclusive: ['ShareUpdateExclusive', 'Share', 'ShareRowExclusive', 'Exclusive', 'AccessExclusive'],
  Share: ['RowExclusive', 'ShareUpdateExclusive', 'ShareRowExclusive', 'Exclusive', 'AccessExclusive'],
  ShareRowExclusive: [
    'RowExclusive',
    'ShareUpdateExclusive',
    'Share',
    'ShareRowExclusive',
    'Exclusive',
    'AccessExclusive',
  ],
  Exclusive: [
    'RowShare',
    'RowExclusive',
    'ShareUpdateExclusive',
    'Share',
    'ShareRowExclusive',
    'Exclusive',
    'AccessExclusive',
  ],
  AccessExclusive: [
    'AccessShare',
    'RowShare',
    'RowExclusive',
    'ShareUpdateExclusive',
    'Share',
    'ShareRowExclusive',
    'Exclusive',
    'AccessExclusive',
  ],
}

/** Undefined where one of them is no mode we know. */
export function doConflict(one: string, other: string): boolean | undefined {
  const [wanted, held] = [one, other].map((mode) => mode.replace(/Lock$/, '')) as [string, string]
  return held in CONFLICTS ? CONFLICTS[wanted]?.includes(held) : undefined
}
