/** The runbooks of a case, found by the words they hold, without a store. */
import type { KnowledgeHit, KnowledgeSearch } from '../../src/guidance/knowledge/knowledge-search.ts'
import type { Json } from '../world/kubernetes/kube-object.ts'

export function createCaseKnowledge(runbooks: readonly Json[] = []): KnowledgeSearch {
  return {
    async search(query, limit) {
      const words = query.toLowerCase().match(/[\p{L}\p{N}_.-]{2,}/gu) ?? []
      const hits = runbooks.map((runbook, index) => ({ runbook, index, found: wordsIn(runbook, words) }))
      const entries = hits
        .filter(({ found }) => found.length > 0)
        .sort((one, other) => other.found.length - one.found.length)
        .slice(0, limit)
        .map(({ runbook, index, found }) => hitOf(runbook, index, found))
      return { entries }
    },
  }
}

function wordsIn({ title, content, category, tags }: Json, words: readonly string[]): string[] {
  const text = [title, content, category, ...(Array.isArray(tags) ? tags : [])].join('\n').toLowerCase()
  return [...new Set(words)].filter((word) => text.includes(word))
}

function hitOf({ id, title, content, category, tags }: Json, index: number, found: readonly string[]): KnowledgeHit {
  return {
    id: String(id ?? `runbook-${index + 1}`),
    title: String(title ?? ''),
    category: typeof category === 'string' ? category : null,
    tags: Array.isArray(tags) ? tags.map(String) : [],
    excerpt: String(content ?? ''),
    why: `holds the words: ${found.join(', ')}`,
  }
}
