/** A known problem whose signs were all seen is a fact like any other: about whom it names, with where its signs stand. */

import { isAkin } from '../lenses/entity-of.ts'
import { clipped, type Fact } from '../lenses/fact.ts'
import type { Scene } from '../scene.ts'

/** `around` are the names of those the alert is about. */
export function knownFacts({ known = [], subject }: Scene, around: readonly string[]): Fact[] {
  return known.flatMap(({ title, quote, holds, evidence }) => {
    if (holds !== true) return []
    const words = `${title} ${quote}`.split(/[\s,;:"'`()]+/).filter((word) => word.length >= 3)
    const named = around.find((name) => words.some((word) => isAkin(word, name)))
    const signs = evidence.slice(1).map(({ call, quote: sign }) => `"${sign}" in ${call}`)
    return [
      {
        lens: 'known' as const,
        entity: named ?? around[0] ?? subject.alertName,
        names: [],
        at: undefined,
        strength: 1,
        text: clipped(`the known problem "${title}" shows all its signs (${signs.join(', ')}): ${quote}`),
        evidence,
      },
    ]
  })
}
