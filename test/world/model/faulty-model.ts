/** A model at its worst: every fault of the wire and every kind of nonsense, the same again for the same seed and conversation. */
import { Chance } from './chance.ts'
import { aimlessCall, NONSENSE } from './nonsense.ts'
import type { ModelAnswer, ModelFault, Script, ScriptRequest } from './script.ts'

const FAULTS: readonly ModelFault[] = [
  { status: 429, retryAfter: 0 },
  { status: 429, retryAfter: 86_400 },
  { status: 429, code: 'insufficient_quota' },
  { status: 500 },
  { status: 503, retryAfter: 0 },
  { status: 529, retryAfter: 0 },
  { status: 400 },
  { status: 404 },
  'hang',
  'drip',
  'reset',
  'truncated',
  'invalid json',
  'invalid utf-8',
  'html',
  'empty',
  'other json',
  'huge',
  'endless',
]

type Mood = (request: ScriptRequest, chance: Chance) => ModelAnswer

const erratic: Mood = (request, chance) =>
  chance.number() < 0.35 ? { fault: chance.among(FAULTS) } : chance.among(NONSENSE)(request, chance)

/** Asks the very same thing for ever, or something a little different each time. */
const circling: Mood = ({ tools: [first] }) => ({ calls: [{ tool: first?.name ?? 'list_pods', parameters: {} }] })
const wandering: Mood = (request, chance) => ({ calls: [aimlessCall(request, chance)] })
const lost: Mood = (_request, chance) => ({
  calls: [{ tool: chance.among(['web.search', 'ask_human']), parameters: {} }],
})
const chatting: Mood = () => 'I would need more data before I can say anything.'
const mute: Mood = () => ({})
const broken: Mood = () => ({ fault: { status: 500 } })

const MOODS: readonly Mood[] = [...Array<Mood>(10).fill(erratic), circling, wandering, lost, chatting, mute, broken]

export function faultyModel(seed: number): Script {
  const attempts = new Map<string, number>()
  return (request) => {
    const opening = openingOf(request)
    const moment = JSON.stringify([opening, request.turn])
    const attempt = (attempts.get(moment) ?? 0) + 1
    attempts.set(moment, attempt)
    const mood = new Chance(seed, opening).among(MOODS)
    return mood(request, new Chance(seed, moment, attempt))
  }
}

/** A conversation is known by its first words. */
function openingOf({ messages }: ScriptRequest): string {
  const [first] = messages
  return first?.role === 'user' ? first.text : ''
}
