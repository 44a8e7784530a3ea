/** How the server's text becomes our values: exact where a remediation compares it, plain numbers where people count. */
import pg from 'pg'

type Parser = (text: string) => unknown

const XID = 28

const PARSERS = new Map<number, Parser>([
  [pg.types.builtins.INT8, wholeNumber],
  [pg.types.builtins.NUMERIC, Number],
  [XID, Number],
  [pg.types.builtins.TIMESTAMPTZ, isoTime],
])

export const ROW_VALUES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
}

/** A query id has up to 19 digits; what a number cannot hold stays text. */
function wholeNumber(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

/** A Date would lose the microseconds that tell two sessions with the same pid apart. The session's time zone is UTC. */
function isoTime(text: string): string {
  return text.replace(' ', 'T').replace(/\+00$/, 'Z')
}
