/** Who a slot is for, as far as people or names tell, and what that one says. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite } from '../../evidence.ts'
import { saidLines } from '../../signals/said-lines.ts'
import { citeLine } from '../../signals/signal-finding.ts'
import { tellingOf } from '../../signals/telling-line.ts'
import type { DatabaseScene, SlotReader } from '../database-scene.ts'
import { lasting } from '../session-words.ts'

type SlotReaderWords = { sentence: string; advice: readonly string[]; evidence: readonly EvidenceReference[] }

export function sayReader(slot: string, { slotReader }: DatabaseScene, now: Date): SlotReaderWords | undefined {
  if (slotReader?.slot !== slot) return undefined
  const { service, pod } = slotReader
  const known = service ? `Its reader is ${service.name} (${service.description || 'of the environment context'})` : ''
  const named = pod
    ? `${known === '' ? 'By its name its reader is' : ', which runs in'} pod ${pod.namespace}/${pod.name}`
    : ''
  const said = lastWords(slotReader, now)
  return {
    sentence: `${known}${named}${said?.sentence ?? ''}.`,
    advice: [
      `Bring ${service?.name ?? pod?.name ?? 'the reader'} back to work: it reads on where it stopped, and the WAL goes.`,
    ],
    evidence: [...(pod ? [cite(pod.exhibit, pod.name)] : []), ...(said?.evidence ?? [])],
  }
}

/** What its log says of its failure, with the time: it may have stopped days ago. */
function lastWords(
  { pod, cluster }: SlotReader,
  now: Date,
): Pick<SlotReaderWords, 'sentence' | 'evidence'> | undefined {
  const own = saidLines({ cluster }).filter((line) => line.pod === pod?.name)
  const telling = tellingOf(own, [...new Set(own.map(({ speaker }) => speaker))])
  if (!telling) return undefined
  const { at } = telling.first
  const since = at ? ` ${lasting((now.getTime() - at.getTime()) / 1000)} ago` : ''
  return { sentence: `; its log said${since}: "${telling.words}"`, evidence: telling.evidence.map(citeLine) }
}
