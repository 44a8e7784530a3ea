/** The sentences of what people wrote in plain words, in any script. */
export function noteSentences(note: string): string[] {
  return note.split(/(?<=[.!?。！？\n])\s*(?=\S)/)
}
