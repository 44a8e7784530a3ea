/** A sentence with holes. No regular expression is made of it: texts hold what strangers log, and a long one must cost little. */
import { isFigure, isMoment, isName, OBJECT } from './datum.ts'
import { isPaired } from './sentences.ts'
import { chineseDecisions, chineseSeverities, chineseStates } from './states.ts'

const BENDS =
  /^(?:is|are|was|were|has|have|does|do|did|it|its|them|they|their|that|those|this|these|holds?|keeps?|needs?|waits?|match(?:es)?|fits?|shows?|runs?|uses?|stands?|gets?)?$/

/** What may stand in a hole; without a kind, what is a datum or can itself be said. */
const KINDS: Readonly<Record<string, (text: string) => boolean>> = {
  incident: (text) => /^INC-[\w-]+$/.test(text),
  status: (text) => /^[a-z_]+$/.test(text),
  severity: (text) => Object.hasOwn(chineseSeverities, text),
  decision: (text) => Object.hasOwn(chineseDecisions, text),
  number: (text) => /^-?\d[\d.,]*$/.test(text) && !/[.,]$/.test(text),
  moment: isMoment,
  amount: isFigure,
  figure: (text) => /^[^\s:;,]*\d[^\s:;,]*$/.test(text),
  time: (text) => /^\d{4}-\d{2}-\d{2}[T ][\d:.]+(?:Z| UTC)$/.test(text),
  object: (text) => OBJECT.test(text),
  reason: (text) => /^[A-Z][A-Za-z]+$/.test(text),
  name: (text) => isName(text) && !/[:;,]/.test(text),
  /** Plugins that were asked, or what the console calls them. */
  tools: (text) => text.split(', ').every((name) => /^\w+[._]\w[\w.]*$|^\p{Script=Han}+$/u.test(name)),
  /** `Pod shop/web-1, Pod shop/web-2`: kinds and names, as a plan tells whom it acts on. */
  targets: (text) => text.split(', ').every((target) => /^[A-Za-z]\w* [^\s,:]+$/.test(target)),
  host: (text) => /^[\w.:[\]-]*\w\]?$/.test(text),
  /** Bends the English and is not needed in Chinese. */
  word: (text) => BENDS.test(text),
  /** What stands in a field of an object. */
  value: (text) =>
    /^[^;“”]{1,300}$/.test(text) && !/ went from | at \d{2}:\d{2}(?::\d{2})? UTC\.?$/.test(text) && isPaired(text),
  /** What a program calls itself. */
  title: (text) => /^[^,;“”"]{1,80}$/.test(text) && !/ (?:of|at) /.test(text) && isPaired(text),
  /** What somebody else said, word for word: all of it, where more follows. */
  said: isPaired,
}
/** Words of ours that are stored as a program reads them. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: chineseStates,
  severity: chineseSeverities,
  decision: chineseDecisions,
}

/** What begins with a quotation mark ends with one: after it somebody else goes on. */
function isOneSaying(text: string): boolean {
  return !/^["“]/.test(text) || /["”]\.?$/.test(text)
}

/** Without a kind these are names all the same, also where they are words of ours. */
const NAMES =
  /^(?:name|namespace|container|pod|node|nodeName|table|relation|schemaname|relname|datname|host|claim|volume|volumeName|user|database|service|variable|key|image|path|gid|plugin|application|speaker|speakerOf|metric|phase|reason|type|status|kind|field|resource|operator|role|owner|className|scheduler|policy)\d?$/
/** A hole of which little can stand in says something too. */
const STRICT_WEIGHT = 3
/** Names of plugins before a colon say enough to stand before a sentence. */
const TOOLS_WEIGHT = 7
/** And these are moments. */
const MOMENTS = /^(?:clockTime|time)\d?$/
const HOLE = /\{(\w+)(?::(\w+))?\}/g

/** A tail follows a hole at once: it goes on with the sentence and is no name. */
export type Hole = {
  name: string
  kind?: (text: string) => boolean
  words?: Readonly<Record<string, string>>
  isOftenName: boolean
  isTail: boolean
  isSaid: boolean
}

export type Pattern = {
  /** One more than there are holes; they stand around them. */
  literals: readonly string[]
  holes: readonly Hole[]
  chinese: string
  /** How much it says by itself. */
  weight: number
}

export function readPattern(english: string, chinese: string): Pattern {
  const literals = english.split(/\{[^}]+\}/)
  const holes = [...english.matchAll(HOLE)].map(([, name = '', kind = ''], at) => {
    const isQuoted = /["“`]$/.test(literals[at] ?? '') && /^["”`]/.test(literals[at + 1] ?? '')
    const isLast = literals[at + 1] === '' && at === literals.length - 2
    const isSaid = isQuoted || /^(?:said|value|title)$/.test(kind)
    const test = isQuoted
      ? () => true
      : kind === 'said' && isLast
        ? isOneSaying
        : KINDS[MOMENTS.test(name) ? 'moment' : kind]
    const isTail = at > 0 && literals[at] === ''
    const words = WORDS[kind]
    return { name, ...(test && { kind: test }), ...(words && { words }), isOftenName: NAMES.test(name), isTail, isSaid }
  })
  const strict = [
    ...english.matchAll(/["“]\{|:(?:number|time|incident|object|reason|figure|status|severity|decision)\}/g),
  ].length
  const tools = english.includes(':tools}') ? TOOLS_WEIGHT : 0
  const letters = literals.join('').replace(/\P{L}/gu, '').length
  return { literals, holes, chinese, weight: letters + strict * STRICT_WEIGHT + tools }
}
