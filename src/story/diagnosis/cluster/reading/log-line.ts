/** One line of a log, with the time it bears, if it bears any near its beginning. */
export type LogLine = { text: string; at: Date | undefined }

const TIME = /\b(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?\s?(Z|[+-]\d\d:?\d\d)?/
const HEAD_CHARACTERS = 160

export function readLogLine(text: string): LogLine {
  const [, day, clock, fraction = '0', zone = 'Z'] = TIME.exec(text.slice(0, HEAD_CHARACTERS)) ?? []
  if (day === undefined) return { text, at: undefined }
  const at = new Date(`${day}T${clock}.${fraction.slice(0, 3)}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`)
  return { text, at: Number.isNaN(at.getTime()) ? undefined : at }
}
