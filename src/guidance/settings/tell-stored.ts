/** What a change came to, before the sentences that say what of it nobody can read. */
export function tellStored(sentences: readonly string[]): string {
  const isUnread = sentences.some((sentence) => / could not be read /.test(sentence))
  return isUnread ? 'It is stored, but not all of it is in force.' : 'The configuration is in force.'
}
