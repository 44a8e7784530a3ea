import type { ErrorTracker, TrackedIssue } from '../../ports/error-tracker.ts'
import { type Asking, ask, isConfigured, readAnswer, readList, type Server } from './ask.ts'

const SERVER: Server = { name: 'error tracker', address: 'ERRORS_URL', token: 'ERRORS_TOKEN' }

export function createSentry(asking: Asking): ErrorTracker {
  const find = async (path: string, signal: AbortSignal): Promise<TrackedIssue | undefined> => {
    const answer = await ask(asking, SERVER, path, signal)
    return answer.status === 404 ? undefined : readAnswer<TrackedIssue>(answer, SERVER)
  }
  return {
    isConfigured: () => isConfigured(asking, SERVER),
    async issue(id, signal) {
      const number = /^\d+$/.test(id) ? id : await numberOf(id, find, asking, signal)
      const issue = number && (await find(`/api/0/issues/${number}/`, signal))
      if (!issue) return undefined
      const latest = await find(`/api/0/issues/${number}/events/latest/`, signal)
      return latest ? { ...issue, latestEvent: latest } : issue
    },
  }
}

type Find = (path: string, signal: AbortSignal) => Promise<TrackedIssue | undefined>

/** People know issues by their short id (PROJECT-1A); the tracker translates it within an organization. */
async function numberOf(shortId: string, find: Find, asking: Asking, signal: AbortSignal): Promise<string | undefined> {
  const answer = await ask(asking, SERVER, '/api/0/organizations/', signal)
  for (const { slug } of readList<{ slug: string }>(readAnswer(answer, SERVER), SERVER)) {
    const found = await find(
      `/api/0/organizations/${encodeURIComponent(slug)}/shortids/${encodeURIComponent(shortId)}/`,
      signal,
    )
    if (typeof found?.groupId === 'string') return found.groupId
  }
  return undefined
}
