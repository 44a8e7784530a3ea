/**
 * Short texts in which nothing was found: names of labels, namespaces, addresses of runbooks. The same ones come with every
 * alert of a storm, and to know one again costs far less than to look through it. Only what may be shown is kept here.
 */
const CHARACTERS_MAX = 160
const TEXTS_MAX = 4_000

export class CleanTexts {
  readonly #texts = new Set<string>()
  /** An alert often says the same twice, as its message and as its description. */
  #lastLong = ''

  has(text: string): boolean {
    return text.length <= CHARACTERS_MAX ? this.#texts.has(text) : text === this.#lastLong
  }

  add(text: string): void {
    if (text.length > CHARACTERS_MAX) {
      this.#lastLong = text
      return
    }
    // Those that come again are back at once; so none has to be looked after.
    if (this.#texts.size >= TEXTS_MAX) this.#texts.clear()
    this.#texts.add(text)
  }
}
