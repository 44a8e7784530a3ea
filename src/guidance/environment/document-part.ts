/** Parts of a document that was checked when it came, read with care all the same: it may have been stored by an older release. */
type Fields = Readonly<Record<string, unknown>>

export function readRecord(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export function readRecords(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(readRecord) : []
}

export function readWords(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => ['string', 'number'].includes(typeof one)).map(String) : []
}
