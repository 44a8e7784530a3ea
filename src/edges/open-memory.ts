/** What is known about an incident besides its own evidence: what people told us, and what happened before. */
import type { EnvironmentStore } from '../guidance/environment/environment-context.ts'
import { readEnvironment } from '../guidance/environment/environment-map.ts'
import { askedKey } from '../story/diagnosis/memory/remembered.ts'
import { concernedContext } from '../story/incident/concerned-context.ts'
import type { Incident, WholeIncident } from '../story/incident/incident.ts'
import type { Background } from './http/shown-background.ts'
import type { Database } from './store/database.ts'
import { createMemory } from './store/memory-search.ts'

const SIMILAR_MAX = 5

export function openMemory({ database, environments }: { database: Database; environments: EnvironmentStore }) {
  const memory = createMemory(database)
  const findSimilar = (incident: Incident) => memory.similarTo(incident.id, askedKey(incident), SIMILAR_MAX)
  return {
    findSimilar,
    async backgroundOf(incident: WholeIncident): Promise<Background> {
      const [document, similar] = await Promise.all([environments.current(), findSimilar(incident)])
      const context = concernedContext(incident, readEnvironment(document), incident.diagnosis)
      return { context, similar }
    },
  }
}
