/** Exit codes in words: above 128 stands the signal that ended the program. */
const SIGNALS: Readonly<Record<number, string>> = {
  132: 'illegal instruction',
  134: 'aborted by itself',
  135: 'bus error',
  136: 'arithmetic error',
  137: 'killed from outside by signal 9',
  139: 'segmentation fault',
  143: 'told to end by signal 15',
}

export function sayExitCode(code: number): string {
  const meaning = SIGNALS[code]
  return meaning === undefined ? `exit code ${code}` : `exit code ${code}, ${meaning}`
}
