/** The sentences of what people wrote in plain words, in any script. A point within `4.9.0` ends none. */
export function noteSentences(note: string): string[] {
  return note.split(/(?<=[.!?])\s+(?=\S)|(?<=[。！？\n])\s*(?=\S)/)
}
