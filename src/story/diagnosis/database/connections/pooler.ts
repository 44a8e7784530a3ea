/** A pooler between the programs and the server: what it says of itself, and what its exporter measures. */
import type { Subject } from '../../subject.ts'
import { spellOut } from '../asking/alert-topics.ts'
import type { DatabaseScene } from '../database-scene.ts'
import { type Figure, figuresNamed, lastOf, pointsOf } from '../server/figures.ts'
import { sum } from '../statements/numbers.ts'

const POOLER = /pg[\s_-]?bouncer|pg-?cat\b|odyssey|pgpool|supavisor|\bpoolers?\b/i

export function isAboutPooler({ alertName, text, labels, service = '' }: Subject): boolean {
  return POOLER.test([alertName, spellOut(alertName), text, labels.job ?? '', service].join('\n'))
}

export type PoolFill = {
  waiting: number
  mostWaiting: number
  active: number
  size: number | undefined
  figure: Figure
}

/** Over all its pools; undefined where nobody measures it. */
export function poolFill({ figures }: Pick<DatabaseScene, 'figures'>): PoolFill | undefined {
  const waiting = figuresNamed(figures, /^pgbouncer_pools_.*client.*waiting/)
  const [figure] = [...waiting].sort((one, other) => (lastOf(other) ?? 0) - (lastOf(one) ?? 0))
  if (!figure) return undefined
  const now = (name: RegExp) => sum(figuresNamed(figures, name).map((one) => lastOf(one) ?? 0))
  const sizes = figuresNamed(figures, /^pgbouncer_databases_pool_size$/).flatMap((one) => lastOf(one) ?? [])
  return {
    figure,
    waiting: sum(waiting.map((one) => lastOf(one) ?? 0)),
    mostWaiting: Math.max(0, ...waiting.flatMap((one) => pointsOf(one).map(({ value }) => value))),
    active: now(/^pgbouncer_pools_.*server_active/),
    size: sizes.length === 1 ? sizes[0] : undefined,
  }
}
