/** A kind of failure of statements: how it is known, and what it means. */
export type Failure = {
  state: string
  words: RegExp
  meaning: string
  /** Its code stands for other failures too, so that the words alone tell it. */
  isKnownByWords?: true
  /** The program and the schema do not fit each other: one of them changed. */
  isMismatch: boolean
  /** The schema itself leaves no room for what is written, whoever writes it. */
  isLimit?: boolean
  /** Something slow or held lies behind it, and is told first where it is seen. */
  isSymptom?: boolean
  /** What follows from it, as the line tells. */
  verdict?: (line: string) => string
  advice: string
}
