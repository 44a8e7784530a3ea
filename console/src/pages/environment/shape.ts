/** What a form is made from: the known fields of a thing, and how one of them is called. */

/** `word` is one line, `words` some of them, `lines` sentences one below the other. */
type FieldKind = 'word' | 'text' | 'words' | 'lines' | 'integer'

export type Field = {
  label: string
  kind: FieldKind
  description?: string
  isRequired?: true
}

export type Shape = {
  /** One of them, as a button calls it. */
  noun: string
  fields: Readonly<Record<string, Field>>
  /** What names one of them in a list. */
  title: string
  /** The field a plain text stands for, where the contract lets one stand for the whole. */
  plainField?: string
  /** What its key means, where it is kept by name. */
  keyLabel?: string
  /** Fields that have lists of their own. */
  listedApart?: readonly string[]
}
