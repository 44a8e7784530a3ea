/**
 * Columns of texts as `text[]` in the store's own wire format. A group of alerts is many columns of long texts, and to write
 * each as one literal, quoted and escaped, costs us and the store several times as much. They share one piece of memory,
 * because a piece for each would keep the garbage collector busy.
 */
type Column = readonly (string | null)[]

const HEADER_BYTES = 20
const EMPTY_HEADER_BYTES = 12
const TEXT_TYPE = 25
const NULL_LENGTH = -1

export function textArrays(columns: readonly Column[]): Buffer[] {
  const bytes = Buffer.allocUnsafe(columns.reduce((sum, column) => sum + roomFor(column), 0))
  let end = 0
  return columns.map((column) => {
    const start = end
    end = writeColumn(bytes, column, start)
    return bytes.subarray(start, end)
  })
}

/** Exactly so much: what is taken beside the heap counts when the garbage collector decides how soon it goes through all of it. */
function roomFor(column: Column): number {
  let room = HEADER_BYTES
  for (const text of column) room += 4 + (text === null ? 0 : Buffer.byteLength(text))
  return room
}

/** Answers where it ends. */
function writeColumn(bytes: Buffer, column: Column, at: number): number {
  const dimensions = column.length === 0 ? 0 : 1
  bytes.writeInt32BE(dimensions, at)
  bytes.writeInt32BE(column.includes(null) ? 1 : 0, at + 4)
  bytes.writeInt32BE(TEXT_TYPE, at + 8)
  if (dimensions === 0) return at + EMPTY_HEADER_BYTES
  bytes.writeInt32BE(column.length, at + 12)
  // The number of the first element.
  bytes.writeInt32BE(1, at + 16)
  let end = at + HEADER_BYTES
  for (const text of column) end = writeText(bytes, text, end)
  return end
}

function writeText(bytes: Buffer, text: string | null, at: number): number {
  const length = text === null ? NULL_LENGTH : bytes.write(text, at + 4)
  bytes.writeInt32BE(length, at)
  return at + 4 + Math.max(length, 0)
}
