/**
 * A second net under the exact plan a person confirms: commands and statements are read as words, so that blanks,
 * comments, quotes, case and the order of flags do not hide a forbidden one. The raw text is searched as well.
 */
export function findForbidden(commands: readonly string[], verbs: readonly string[]): string | undefined {
  const texts = commands.map((command) => ({ words: wordsOf(command), plain: normalise(command) }))
  return verbs.find((verb) => {
    const wanted = wordsOf(verb)
    return (
      wanted.length > 0 &&
      texts.some(({ words, plain }) => plain.includes(normalise(verb)) || containsVerb(words, wanted))
    )
  })
}

function normalise(text: string): string {
  return text.normalize('NFKC').replace(UNSEEN, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu

/** Comments and a shell's $IFS are blanks, quotes and backslashes are nothing, a path is its last part. */
function wordsOf(text: string): string[] {
  const bare = normalise(text.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/--[^\n]*\n/g, ' '))
  const words = bare
    .replace(/\$\{?ifs\}?/g, ' ')
    .replace(/["'`\\]/g, '')
    .split(/[\s;|&(){}<>$,]+/)
  return words.map((word) => (isFlag(word) ? word : (word.split('/').at(-1) ?? word))).filter((word) => word !== '')
}

/** The verb's words in order, flags anywhere behind its program and in any spelling: `rm -r --force`, `rm -fr`. */
function containsVerb(words: readonly string[], wanted: readonly string[]): boolean {
  return words.some((_, start) => beginsWithVerb(words.slice(start), wanted))
}

function beginsWithVerb(words: readonly string[], wanted: readonly string[]): boolean {
  const flagsWanted = wanted.filter(isFlag).flatMap(lettersOf)
  const plainWanted = wanted.filter((word) => !isFlag(word))
  const plain = words.filter((word) => !isFlag(word))
  const flags = new Set(words.filter(isFlag).flatMap(lettersOf))
  if (words[0] !== wanted[0]) return false
  return plainWanted.every((word, index) => plain[index] === word) && flagsWanted.every((flag) => flags.has(flag))
}

function isFlag(word: string): boolean {
  return word.startsWith('-')
}

const LONG_FLAGS: Readonly<Record<string, string>> = { '--recursive': 'r', '--force': 'f' }

/** Programs take a long flag by its beginning as well: `--rec` is `--recursive`. */
function lettersOf(flag: string): string[] {
  if (!flag.startsWith('--')) return [...flag.slice(1)]
  const [, letter = flag] = Object.entries(LONG_FLAGS).find(([long]) => flag.length > 2 && long.startsWith(flag)) ?? []
  return [letter]
}
