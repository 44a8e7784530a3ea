/** What is known from elsewhere about an incident, in the contract's own names. */
import { type ConcernedContext, isNothingKnown } from '../../story/incident/concerned-context.ts'
import type { SimilarIncident } from '../../story/incident/memory.ts'
import type { IncidentContext, SimilarIncident as ShownSimilar } from './contract/incident-background.ts'

export type Background = { context: ConcernedContext; similar: readonly SimilarIncident[] }

export function shownBackground({ context, similar }: Background) {
  return { context: isNothingKnown(context) ? null : shownContext(context), similar: similar.map(shownSimilar) }
}

function shownContext(context: ConcernedContext): IncidentContext {
  const { service, culprits, dependsOn, dependedOnBy, databases, alertDefinition, commonIssues } = context
  return {
    ...(service && { service: service.name, namespace: service.namespace }),
    ...(service?.description && { description: service.description }),
    ...(service?.team && { team: service.team }),
    ...(service?.oncall && { oncall: service.oncall }),
    culprits: culprits.map(({ name, team, oncall }) => ({ service: name, team, oncall })),
    depends_on: [...dependsOn],
    depended_on_by: [...dependedOnBy],
    databases: databases.map((database) => ({ ...database, databases: [...database.databases] })),
    alert_definition: alertDefinition ? shownDefinition(alertDefinition) : null,
    common_issues: commonIssues.map(shownIssue),
  }
}

function shownDefinition({
  name,
  description,
  responseTime,
  examples,
}: NonNullable<ConcernedContext['alertDefinition']>) {
  return { name, description, response_time: responseTime, examples: [...examples] }
}

function shownIssue({ issue, category, description, ...lists }: ConcernedContext['commonIssues'][number]) {
  const { commonCauses, standardProcedure } = lists
  return { issue, category, description, common_causes: [...commonCauses], standard_procedure: [...standardProcedure] }
}

function shownSimilar({
  id,
  title,
  closedAt,
  status,
  why,
  conclusion,
  plan,
  outcome,
  worked,
}: SimilarIncident): ShownSimilar {
  return { id, title, closed_at: closedAt.toISOString(), status, why, conclusion, plan: [...plan], outcome, worked }
}
