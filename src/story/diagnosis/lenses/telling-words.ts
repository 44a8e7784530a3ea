/** The words by which texts are compared: what one is about, without what every alert and every line says. */
import { COMMON } from './whom-to-ask.ts'

const WORD = /[\p{L}\d]+(?:[-_.][\p{L}\d]+)*/gu

/** Whole names and their parts, without endings; what every line says is no word of anybody. */
export function wordsOf(text: string): string[] {
  const names = (text.toLowerCase().match(WORD) ?? []).filter((word) => /[a-z\u00c0-\uffff]/.test(word))
  const parts = names.flatMap((name) => [name, ...name.split(/[-_.]/)])
  return [...new Set(parts.map(stem))].filter(
    (word) => word.length >= 4 && !COMMON.test(word) && !OF_EVERY_LINE.test(word),
  )
}

function stem(word: string): string {
  return /^[a-z]{6,}$/.test(word) ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word.replace(/^([a-z]{4,})s$/, '$1')
}

const OF_EVERY_LINE =
  /^(info|warn|warning|debug|error|level|note|notice|start|started|finished|finish|done|fail|failed|failure|example|com|net|org|http|https|utc|image|deployment|container|revision|rolled|registry|went|from|stand|never|before|alone|sibling|replica|node|pod|host|user|service|namespace|state|status|time|file|system|systemd|journal|connection|request|response|server|client|because|scaled|scalingreplicaset|total|second|minute|unit|device|job)$/
