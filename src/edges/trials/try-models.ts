/** Models and embeddings, asked for something that costs nothing or next to nothing. */
import { modelPlaces } from '../../guidance/settings/model-places.ts'
import { createEmbeddings } from '../model/embeddings.ts'
import { baseAddress, hostOf, isConfigured, keyHeaders } from '../model/model-place.ts'
import { readBody } from '../outbound/read-body.ts'
import { type MakeTrial, TrialFailed, type TrialTools } from './trial.ts'

type Settings = Parameters<MakeTrial>[0]

export const tryModel: MakeTrial = (settings, tools) =>
  isConfigured(settings)
    ? { tried: `Asked ${hostOf(settings)} for its models, with the key.`, ask: () => listModels(settings, tools) }
    : undefined

export const tryFallbacks: MakeTrial = (settings, tools) => {
  const [, ...fallbacks] = modelPlaces(settings)
  if (fallbacks.length === 0) return undefined
  return {
    tried: `Asked ${fallbacks.map(hostOf).join(', ')} for their models, each with its key.`,
    ask: async () => {
      const answers = fallbacks.map(async (place) => `${hostOf(place)}: ${await listModels(place, tools)}`)
      return (await Promise.all(answers)).join(' ')
    },
  }
}

const ANSWER_BYTES_MAX = 4 * 1024 * 1024

async function listModels(settings: Settings, { fetch, signal }: TrialTools): Promise<string> {
  const response = await fetch(`${baseAddress(settings)}/models`, { headers: keyHeaders(settings), signal })
  const { status } = response
  const text = await readBody(response, ANSWER_BYTES_MAX)
  if (status === 401 || status === 403) throw new TrialFailed(`It refused the key (${status}).`)
  // Servers of one's own may not know the question, and still be there.
  if (status === 404) return 'It is there, and does not list its models (404).'
  if (status < 200 || status > 299) throw new TrialFailed(`It answered ${status}.`)
  return tellModels(readNames(text), settings.LLM_MODEL ?? '')
}

function tellModels(names: readonly string[], wanted: string): string {
  if (names.length === 0) return 'It answered 200.'
  if (wanted === '' || names.includes(wanted)) return `It answered 200 and knows ${wanted || names.length}.`
  return `It answered 200, but ${wanted} is not among the ${names.length} models it lists.`
}

function readNames(text: string): string[] {
  try {
    const { data } = JSON.parse(text) as { data?: { id?: unknown }[] }
    return (data ?? []).flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  } catch {
    return []
  }
}

const PATIENCE_MS = 10_000

export const tryEmbeddings: MakeTrial = (settings, { fetch, signal }) => {
  if (settings.EMBEDDING_API_KEY === undefined) return undefined
  const host = URL.parse(settings.EMBEDDING_BASE_URL ?? '')?.host ?? 'the embedding provider'
  return {
    tried: `Asked ${host} for the meaning of one word with ${settings.EMBEDDING_MODEL}.`,
    ask: async () => {
      const embeddings = createEmbeddings({ currentSettings: async () => settings, fetch })
      const { vectors } = await embeddings.embed(['fire'], { signal, timeoutMs: PATIENCE_MS })
      return `It answered with ${vectors[0]?.length ?? 0} numbers.`
    },
  }
}
