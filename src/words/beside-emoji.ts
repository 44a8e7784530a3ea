/** Some emoji are joined or chosen by characters that nobody sees. They hide nothing: the standard lists what each shows. */
/** Made when first needed: to list them all takes a start of the service longer than any other line. */
let emoji: RegExp | undefined

const UNSEEN_PARTS = /[\u200D\uFE0F\u{E0020}-\u{E007F}]/u

/** The text told anew piece by piece, and its emoji left whole. */
export function besideEmoji(text: string, tell: (piece: string) => string): string {
  // Most texts have none, and looking for every emoji costs more than looking for what joins them.
  if (!UNSEEN_PARTS.test(text)) return tell(text)
  emoji ??= /(\p{RGI_Emoji})/v
  const pieces = text.split(emoji)
  return pieces.map((piece, at) => (at % 2 === 0 ? tell(piece) : piece)).join('')
}
